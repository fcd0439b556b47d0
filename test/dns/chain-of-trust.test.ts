/**
 * The way of an operator from nothing to a validated name: DNSSEC on, the calendar forward, and a private
 * parent that is signed by BIND. delv walks from the key of the parent to the name.
 */
import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import type { ApiClient } from '@hostmaster/test-rig/api-client';
import { environment, requirePrograms } from '@hostmaster/test-rig/debian-packages';
import { freePort } from '@hostmaster/test-rig/dns-peers';
import { createEngine, createTestDirectory } from '@hostmaster/test-rig/engines';
import { TestService, until } from '@hostmaster/test-rig/service';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { Operator } from '../cli/operator.ts';

const run = promisify(execFile);
const domain = 'chain-of-trust.com';

interface Status {
  readonly state: string;
  readonly phase: string | null;
  readonly keys: readonly { readonly ds: string }[];
}

describe('a domain with DNSSEC', () => {
  const engine = createEngine('sqlite');
  const service = new TestService(engine, {});
  let client: ApiClient;
  let operator: Operator;
  let parent: Parent;

  beforeAll(async () => {
    requirePrograms({
      programs: ['delv', 'named', 'dnssec-keygen', 'dnssec-signzone'],
      packages: ['bind9', 'bind9-dnsutils', 'bind9-utils'],
    });
    await service.start();
    ({ client } = await service.workspace());
    operator = new Operator(service.place);
    await service.liveDomain(client, domain);
    await client.call('createRecord', { domain, type: 'A', name: 'www', value: '192.0.2.1' });
    parent = await Parent.create(service.dnsPort);
    engine.afterwards(() => parent.stop());
  });
  afterAll(() => service.stop());

  const status = () => operator.json<Status>('dnssec', 'status', domain);

  it('is validated from its parent to the name', async () => {
    await parent.publish(await operator.text('sandbox', 'zone', 'com'));
    expect(await parent.delv(`www.${domain}`, 'A')).toContain('; unsigned answer');

    const begun = await operator.json<Status>('dnssec', 'on', domain);
    expect(begun).toMatchObject({ state: 'turning_on', phase: 'signing' });
    await operator.json('sandbox', 'advance', '1d');
    expect(await status()).toMatchObject({ state: 'on', keys: begun.keys });
    const text = await operator.text('dnssec', 'status', domain);
    expect(text).toContain(`${domain}: DNSSEC is on.`);
    expect(text).toContain(`${domain}. DS ${begun.keys[0]?.ds}`);

    await parent.publish(await operator.text('sandbox', 'zone', 'com'));
    expect(await parent.delv(`www.${domain}`, 'A')).toContain('; fully validated');
    expect(await parent.delv(domain, 'SOA')).toContain('; fully validated');
    const missing = await parent.delv(`missing.${domain}`, 'A');
    expect(missing).toContain('; negative response, fully validated');
  });

  it('is validated in each phase of a new key, also by a resolver with the old DS record', async () => {
    const [old] = (await status()).keys;
    await operator.json('dnssec', 'roll', domain);
    const phases: (string | null)[] = [];
    for (let days = 0; days < 10; days += 1) {
      await until('a phase waits for the calendar', async () => {
        return /^on$|caches|waiting_for_(new|old)_ds/.test((await status()).phase ?? '');
      });
      const { phase } = await status();
      phases.push(phase);
      expect(await parent.delv(`www.${domain}`, 'A')).toContain('; fully validated');
      await parent.publish(await operator.text('sandbox', 'zone', 'com'));
      expect(await parent.delv(`www.${domain}`, 'A')).toContain('; fully validated');
      expect(await parent.delv(`missing.${domain}`, 'A')).toContain('fully validated');
      if (phase === 'on') break;
      await operator.json('sandbox', 'advance', '1d');
    }
    expect([...new Set(phases)]).toEqual([
      'waiting_for_key_in_caches',
      'waiting_for_new_ds',
      'waiting_for_old_ds',
      'on',
    ]);
    const [fresh, ...others] = (await status()).keys;
    expect(others).toEqual([]);
    expect(fresh?.ds).not.toBe(old?.ds);
  });

  it('stays reachable while DNSSEC is turned off, and is unsigned in the end', async () => {
    await operator.json('dnssec', 'off', domain);
    await until('the DS record is removed', async () => {
      return (await status()).phase === 'waiting_for_ds_ttl';
    });
    // A resolver that remembers the DS record finds the signatures.
    expect(await parent.delv(`www.${domain}`, 'A')).toContain('; fully validated');
    await parent.publish(await operator.text('sandbox', 'zone', 'com'));
    expect(await parent.delv(`www.${domain}`, 'A')).toContain('; unsigned answer');
    await operator.json('sandbox', 'advance', '2d');
    await until('nothing is left of it', async () => (await status()).state === 'off');
    expect(await parent.delv(`www.${domain}`, 'A')).toContain('; unsigned answer');
  });

  it('is refused for a domain that does not exist', async () => {
    const refused = await operator.refused('dnssec', 'on', 'missing.com');
    expect(refused).toContain('Domain "missing.com" not found.');
  });
});

/** The zone `com`, signed, with a resolver that finds the domain at the service. */
class Parent {
  readonly #directory: string;
  readonly #port: number;
  readonly #anchors: string;
  #server: ChildProcess | null = null;

  private constructor(place: { directory: string; port: number; anchors: string }) {
    this.#directory = place.directory;
    this.#port = place.port;
    this.#anchors = place.anchors;
  }

  static async create(childPort: number): Promise<Parent> {
    const directory = (await createTestDirectory()).path;
    const port = await freePort();
    const { stdout } = await run(
      'dnssec-keygen',
      ['-q', '-K', directory, '-a', 'ECDSAP256SHA256', '-f', 'KSK', 'com'],
      { env: environment },
    );
    const key = await readFile(join(directory, `${stdout.trim()}.key`), 'utf8');
    const [, flags, protocol, algorithm, data] =
      /DNSKEY\s+(\d+) (\d+) (\d+) (.+)$/m.exec(key) ?? expect.unreachable();
    const anchors = join(directory, 'anchors');
    const point = data?.replaceAll(' ', '');
    await writeFile(
      anchors,
      `trust-anchors { "com" static-key ${flags} ${protocol} ${algorithm} "${point}"; };\n`,
    );
    await writeFile(join(directory, 'named.conf'), configuration({ directory, port, childPort }));
    return new Parent({ directory, port, anchors });
  }

  /** Signs the zone and answers with it from now on, and remembers nothing. */
  async publish(zone: string): Promise<void> {
    await this.stop();
    const file = join(this.#directory, 'com');
    await writeFile(file, zone);
    await run('dnssec-signzone', ['-q', '-S', '-z', '-K', this.#directory, '-o', 'com', file], {
      env: environment,
      cwd: this.#directory,
    });
    this.#server = spawn('named', ['-g', '-n', '1', '-c', join(this.#directory, 'named.conf')], {
      env: environment,
      stdio: 'ignore',
    });
    await until('the parent answers', async () => {
      const found = await this.delv('com', 'SOA').catch(() => '');
      return found.includes('; fully validated');
    });
  }

  async stop(): Promise<void> {
    const server = this.#server;
    if (server === null || server.exitCode !== null || server.signalCode !== null) return;
    const ended = new Promise((resolve) => server.once('exit', resolve));
    server.kill();
    await ended;
  }

  async delv(name: string, type: string): Promise<string> {
    const place = ['@127.0.0.1', '-p', String(this.#port), '-a', this.#anchors, '+root=com'];
    const { stdout } = await run('delv', [...place, name, type], { env: environment });
    return stdout;
  }
}

function configuration(place: {
  readonly directory: string;
  readonly port: number;
  readonly childPort: number;
}): string {
  return `options {
  directory "${place.directory}";
  listen-on port ${place.port} { 127.0.0.1; };
  listen-on-v6 { none; };
  pid-file none;
  session-keyfile none;
  recursion yes;
  dnssec-validation no;
};
controls { };
zone "com" { type primary; file "com.signed"; };
zone "${domain}" {
  type forward;
  forward only;
  forwarders { 127.0.0.1 port ${place.childPort}; };
};
`;
}
