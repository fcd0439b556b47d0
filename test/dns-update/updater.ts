/** nsupdate and knsupdate, with a key of the service's own making. */

import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { Name } from '@hostmaster/dns';
import type { TsigAlgorithm, TsigKey } from '@hostmaster/dns/node';
import type { ApiClient } from '@hostmaster/test-rig/api-client';
import { persistDecided } from '@hostmaster/test-rig/persist-decided';
import type { TestService, TestWorkspace } from '@hostmaster/test-rig/service';
import { openSecretBox } from '../../packages/server/src/base/secret-box.ts';
import { operatorActor } from '../../packages/server/src/workspaces/actor.ts';
import { parsePattern, parseTypes } from '../../packages/server/src/workspaces/update-key-scope.ts';
import { createUpdateKey } from '../../packages/server/src/workspaces/update-keys.ts';

export const tools = ['nsupdate', 'knsupdate'] as const;
export type Tool = (typeof tools)[number];

export interface TestKey {
  readonly name: string;
  readonly algorithm: TsigAlgorithm;
  readonly secret: string;
}

/** As `hostmaster tsig create`. */
export async function createKey(
  service: TestService,
  workspace: Pick<TestWorkspace, 'id'>,
  options: {
    readonly domain: string;
    /** Instead of the one domain; null for all. */
    readonly domains?: readonly string[] | null;
    readonly transfer?: boolean;
    readonly name?: string;
    readonly types?: string;
    readonly algorithm?: TsigAlgorithm;
    readonly expiresAt?: number;
  },
): Promise<TestKey> {
  const pattern = parsePattern(options.name ?? '*', options.domain);
  if (pattern === null) throw new Error(`${options.name} is no pattern.`);
  return persistDecided(
    service.database,
    createUpdateKey({
      actor: operatorActor(workspace.id),
      at: Date.now(),
      secrets: openSecretBox(service.config.secretFile),
      input: {
        domainNames: options.domains === undefined ? [options.domain] : options.domains,
        mayTransfer: options.transfer ?? false,
        scope: { pattern, types: options.types === undefined ? null : parseTypes(options.types) },
        algorithm: options.algorithm ?? 'hmac-sha256',
        expiresAt: options.expiresAt ?? null,
      },
    }),
  );
}

export function tsigKey({ name, algorithm, secret }: TestKey): TsigKey {
  return { name: Name.parse(name), algorithm, secret: Buffer.from(secret, 'base64') };
}

/** Runs lines such as `add www 300 A 192.0.2.1`; `NOERROR`, or what the tool says is wrong. */
export async function update(
  tool: Tool,
  target: {
    readonly port: number;
    readonly zone: string;
    readonly key: TestKey | null;
    readonly transport?: 'tcp';
  },
  lines: readonly string[],
): Promise<string> {
  const { key } = target;
  const script = [
    `server 127.0.0.1 ${target.port}`,
    `zone ${target.zone}.`,
    ...lines,
    'send',
    ...(tool === 'nsupdate' ? ['answer'] : []),
    '',
  ].join('\n');
  const args = [
    ...(target.transport === 'tcp' ? ['-v'] : []),
    ...(key === null ? [] : ['-y', `${key.algorithm}:${key.name}:${key.secret}`]),
    ...(tool === 'nsupdate' ? ['-t', '10'] : ['-t', '10', '-r', '0']),
  ];
  const child = spawn(tool, args, { stdio: ['pipe', 'pipe', 'pipe'] });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8').on('data', (part: string) => {
      output += part;
    });
  }
  child.stdin.end(script);
  const [code] = (await once(child, 'close')) as [number];
  if (code === 0) return 'NOERROR';
  // The TSIG error says more than the NOTAUTH around it.
  const said =
    /BAD(?:KEY|SIG|TIME)/.exec(output) ?? /\b(?:[NY]X|NOT|REF|SERV|FORM)[A-Z]+/.exec(output);
  return said?.[0] ?? `exit ${code}: ${output}`;
}

/** What the API shows, without ids, sorted. */
export async function recordsOf(client: ApiClient, domain: string): Promise<string[]> {
  const { records } = await client.call('listRecords', { domain });
  return records.map(({ name, ttl, type, value }) => `${name} ${ttl} ${type} ${value}`).sort();
}
