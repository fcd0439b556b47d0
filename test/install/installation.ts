/** What the tests of installations share: programs, npm, and a service that is used as a newcomer does. */
import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { globSync, readFileSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { requiredContact as contact } from '@hostmaster/test-rig/contact';
import { hasEnded } from '@hostmaster/test-rig/has-ended';
import { expect } from 'vitest';

export const repository = fileURLToPath(new URL('../../', import.meta.url));
export const run = promisify(execFile);
export const { version } = JSON.parse(readFileSync(join(repository, 'package.json'), 'utf8')) as {
  version: string;
};
/** Upgrades start from the same files under this number. */
export const lowerVersion = '0.0.1';

export function tarballs(): readonly string[] {
  const found = globSync('dist/packages/*.tgz', { cwd: repository }).sort();
  if (found.length === 0) throw new Error('Start the tests with "npm run test:install".');
  return found.map((path) => `${repository}${path}`);
}

/** Nothing of the tester's environment but what finds programs. */
export function environmentWith(binFolder: string, more: Readonly<Record<string, string>> = {}) {
  return {
    PATH: [binFolder, '/usr/local/bin', '/usr/bin', '/bin', '/usr/sbin'].join(delimiter),
    HOME: process.env.HOME ?? '/root',
    ...more,
  };
}

/** npm as the machine has it, in a folder. */
export async function npm(folder: string, binFolder: string, ...args: readonly string[]) {
  const program = process.env.npm_execpath;
  if (program === undefined) throw new Error('Start the tests with "npm run test:install".');
  // How this machine reaches the registry stays; what npm says about the running script does not.
  const inherited = Object.entries(process.env).filter(
    ([name]) =>
      !/^(?:npm_(?!config_(?:registry|cafile|proxy|https_proxy))|NODE_OPTIONS)/.test(name),
  );
  const env = { ...Object.fromEntries(inherited), ...environmentWith(binFolder) };
  return run('node', [program, ...args], { cwd: folder, env, maxBuffer: 2 ** 26 });
}

export interface StartedService extends Reachable {
  readonly output: () => string;
  /** Resolves with the exit code. */
  stopped(): Promise<number | null>;
  stop(): Promise<number | null>;
}

/** Waits for the addresses that the service prints. */
export async function startInstalled(
  command: readonly [string, ...string[]],
  {
    startMsMax = 60_000,
    ...options
  }: {
    readonly cwd: string;
    readonly env: Readonly<Record<string, string>>;
    readonly startMsMax?: number;
  },
): Promise<StartedService> {
  const [program, ...args] = command;
  const child = spawn(program, args, {
    ...options,
    stdio: ['ignore', 'pipe', 'pipe'],
    detached: true,
  });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8').on('data', (part: string) => {
      output += part;
    });
  }
  const ended = once(child, 'close');
  const found = () => ({
    url: /API\s+(http:\/\/\S+)\/v1/.exec(output)?.[1],
    dns: /DNS\s+\S+ port (\d+)/.exec(output)?.[1],
  });
  await expect
    .poll(() => (hasEnded(child) ? `ended: ${output}` : found().dns), {
      timeout: startMsMax,
    })
    .toMatch(/^\d+$/);
  const stopped = async () => {
    const [code] = (await ended) as [number | null];
    return code;
  };
  return {
    url: found().url ?? '',
    dnsPort: Number(found().dns),
    output: () => output,
    stopped,
    stop() {
      signalGroup(child);
      return stopped();
    },
  };
}

/** npx does not pass signals on to what it has started. */
function signalGroup({ pid }: ChildProcess): void {
  if (pid !== undefined) process.kill(-pid, 'SIGTERM');
}

/** Where a service is reached; its DNS on the loopback address unless said otherwise. */
export interface Reachable {
  readonly url: string;
  readonly dnsPort: number;
  readonly dnsAddress?: string;
}

/** Registers a name, adds a record, and asks for it with dig. */
export async function expectFirstAnswer(
  service: Reachable,
  { apiKey, domain }: { readonly apiKey: string; readonly domain: string },
): Promise<void> {
  const headers = { 'x-api-key': apiKey, 'content-type': 'application/json' };
  const post = async (path: string, body: object) => {
    const answer = await fetch(`${service.url}/v1${path}`, {
      method: 'POST',
      headers,
      body: JSON.stringify(body),
    });
    expect(answer.status, await answer.clone().text()).toBe(200);
  };
  await post('/domains', { domain, contact });
  await post(`/domains/${domain}/dns`, { type: 'A', name: 'www', value: '192.0.2.34', ttl: 300 });
  await expectAnswer(service, domain);
}

export async function expectAnswer(
  { dnsPort, dnsAddress = '127.0.0.1' }: Reachable,
  domain: string,
): Promise<void> {
  const server = [`@${dnsAddress}`, '-p', String(dnsPort)];
  const args = ['+short', '+time=2', ...server, `www.${domain}`, 'A'];
  await expect
    .poll(async () => (await run('dig', args)).stdout.trim(), { timeout: 60_000 })
    .toBe('192.0.2.34');
}
