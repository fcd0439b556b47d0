/** A private parent: the zone `com` as the sandbox registry publishes it, signed and served by BIND. */
import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { environment, requirePrograms } from '@hostmaster/test-rig/debian-packages';
import { dig, freePort } from '@hostmaster/test-rig/dns-peers';
import { createTestDirectory } from '@hostmaster/test-rig/engines';
import { hasEnded } from '@hostmaster/test-rig/has-ended';
import { until } from '@hostmaster/test-rig/service';
import { generateKey, signZoneFile } from './bind-signer.ts';

const run = promisify(execFile);
/** In seconds, half a year: longer than any test moves the clock. */
const validFor = '+15552000';

/** The zone `com`, signed, with a resolver that finds the domain at the service. */
export class PrivateParent {
  readonly port: number;
  /** Its key, as a zone file has it. */
  readonly key: string;
  readonly #directory: string;
  readonly #anchors: string;
  readonly #domain: string;
  #server: ChildProcess | null = null;

  private constructor(place: {
    readonly domain: string;
    readonly directory: string;
    readonly port: number;
    readonly key: string;
    readonly anchors: string;
  }) {
    this.#domain = place.domain;
    this.#directory = place.directory;
    this.port = place.port;
    this.key = place.key;
    this.#anchors = place.anchors;
  }

  static async create({
    domain,
    childPort,
  }: {
    readonly domain: string;
    readonly childPort: number;
  }): Promise<PrivateParent> {
    requirePrograms({
      programs: ['delv', 'named', 'dnssec-keygen', 'dnssec-signzone'],
      packages: ['bind9', 'bind9-dnsutils', 'bind9-utils'],
    });
    const directory = (await createTestDirectory()).path;
    const port = await freePort();
    const key = await generateKey({ zone: 'com', directory }, 'KSK');
    const anchors = join(directory, 'anchors');
    const [flags, protocol, algorithm, point] = key.split(' ');
    await writeFile(
      anchors,
      `trust-anchors { "com" static-key ${flags} ${protocol} ${algorithm} "${point}"; };\n`,
    );
    await writeFile(
      join(directory, 'named.conf'),
      configuration({ domain, directory, port, childPort }),
    );
    const record = `com. IN DNSKEY ${key}`;
    return new PrivateParent({ domain, directory, port, key: record, anchors });
  }

  /** Signs the zone and starts again, so that its resolver has forgotten everything. */
  async publish(zone: string): Promise<void> {
    await this.stop();
    await this.#sign(zone);
    this.#server = spawn('named', ['-g', '-n', '1', '-c', join(this.#directory, 'named.conf')], {
      env: environment,
      stdio: 'ignore',
    });
    await until('the parent answers', async () => {
      const found = await this.delv('com', 'SOA').catch(() => '');
      return found.includes('; fully validated');
    });
  }

  /** Answers all the time. */
  async replace(zone: string): Promise<void> {
    await this.#sign(zone);
    this.#server?.kill('SIGHUP');
    // Names are relative to the origin there.
    const owner = this.#domain.replace(/\.com$/, '(?:\\.com\\.)?');
    const wanted = [...zone.matchAll(new RegExp(`^${owner}\\s.*\\sDS\\s+(\\d+) `, 'gm'))];
    const tags = wanted.map(([, tag]) => tag).sort();
    await until('the parent has the new zone', async () => {
      const found = await dig(this.port, this.#domain, 'DS', '+norecurse');
      const seen = [...found.matchAll(/^[^;\s]\S*\s.*\sDS\s+(\d+) /gm)].map(([, tag]) => tag);
      // Without an answer it is not known that there are none.
      return found.includes('status: NOERROR') && String(seen.sort()) === String(tags);
    });
  }

  async #sign(text: string): Promise<void> {
    await signZoneFile(
      { zone: 'com', directory: this.#directory },
      { text, options: ['-z', '-e', validFor] },
    );
  }

  async stop(): Promise<void> {
    const server = this.#server;
    if (server === null || hasEnded(server)) return;
    const ended = new Promise((resolve) => server.once('exit', resolve));
    server.kill();
    await ended;
  }

  /** Asks this server, or another resolver. */
  async delv(name: string, type: string, port = this.port): Promise<string> {
    const place = ['@127.0.0.1', '-p', String(port), '-a', this.#anchors, '+root=com'];
    const { stdout } = await run('delv', [...place, name, type], { env: environment });
    return stdout;
  }
}

function configuration(place: {
  readonly domain: string;
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
zone "${place.domain}" {
  type forward;
  forward only;
  forwarders { 127.0.0.1 port ${place.childPort}; };
};
`;
}
