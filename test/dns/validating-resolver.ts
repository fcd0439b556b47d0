/** Unbound, which validates from the key of a private parent. */
import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { Resolver } from 'node:dns/promises';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { environment, requirePrograms } from '@hostmaster/test-rig/debian-packages';
import { freePort } from '@hostmaster/test-rig/dns-peers';
import { createTestDirectory } from '@hostmaster/test-rig/engines';
import { hasEnded } from '@hostmaster/test-rig/has-ended';
import type { MovedClock } from '@hostmaster/test-rig/moved-clock';
import { until } from '@hostmaster/test-rig/service';

const run = promisify(execFile);
const answerMsMax = 20_000;

export interface ResolverPlace {
  readonly domain: string;
  /** The DNSKEY record of `com`. */
  readonly anchor: string;
  readonly parentPort: number;
  /** Where servers of the domain answer. */
  readonly childPorts: readonly number[];
  /** Where it listens; absent: a free port. */
  readonly port?: number;
  /** Another signed zone on the server of the domain, with a key of its own to validate it from. */
  readonly beside?: { readonly zone: string; readonly anchor: string };
  /** Absent: the machine's. */
  readonly clock?: MovedClock;
}

export class ValidatingResolver {
  readonly port: number;
  readonly #file: string;
  readonly #server: ChildProcess;
  readonly #resolver: Resolver;
  #log = '';

  private constructor(
    file: string,
    { port, clock }: { readonly port: number; readonly clock?: MovedClock | undefined },
  ) {
    this.port = port;
    this.#file = file;
    this.#server = spawn('unbound', ['-d', '-p', '-c', file], {
      env: { ...environment, ...clock?.environment },
      stdio: ['ignore', 'ignore', 'pipe'],
    });
    this.#server.stderr?.on('data', (chunk: Buffer) => {
      this.#log += chunk.toString();
    });
    this.#resolver = new Resolver({ timeout: answerMsMax, tries: 2 });
    this.#resolver.setServers([`127.0.0.1:${port}`]);
  }

  static async start(place: ResolverPlace): Promise<ValidatingResolver> {
    requirePrograms({ programs: ['unbound', 'unbound-control'], packages: ['unbound'] });
    const directory = (await createTestDirectory()).path;
    const [port, controlPort] = [place.port ?? (await freePort()), await freePort()];
    const file = join(directory, 'unbound.conf');
    await writeFile(file, configuration({ ...place, directory, port, controlPort }));
    const resolver = new ValidatingResolver(file, { port, clock: place.clock });
    await until('the resolver answers', async () => (await resolver.ask('com')) === 'no data');
    return resolver;
  }

  /** The address, or why there is none. */
  async ask(name: string): Promise<string> {
    const deadline = performance.now() + answerMsMax;
    for (;;) {
      const answer = await this.#askOnce(name);
      // Node gives up after a few times its usual wait, and people wait longer.
      if (answer !== 'ETIMEOUT' || performance.now() > deadline) return answer;
    }
  }

  async #askOnce(name: string): Promise<string> {
    try {
      return (await this.#resolver.resolve4(name)).join();
    } catch (error) {
      const { code } = error as { code?: string };
      if (code === 'ENOTFOUND') return 'no name';
      return code === 'ENODATA' ? 'no data' : String(code);
    }
  }

  /** `flush_zone`, `flush`, `flush_type`: as if the time of what it remembers were over. */
  async control(...args: readonly string[]): Promise<void> {
    await run('unbound-control', ['-q', '-c', this.#file, ...args], { env: environment });
  }

  /** Why answers were not valid. */
  log(): string {
    return this.#log;
  }

  async stop(): Promise<void> {
    if (hasEnded(this.#server)) return;
    const ended = new Promise((resolve) => this.#server.once('exit', resolve));
    this.#server.kill();
    await ended;
  }
}

function configuration(
  place: ResolverPlace & {
    readonly directory: string;
    readonly port: number;
    readonly controlPort: number;
  },
): string {
  return `server:
  directory: "${place.directory}"
  username: ""
  chroot: ""
  pidfile: ""
  use-syslog: no
  verbosity: 1
  val-log-level: 2
  interface: 127.0.0.1
  port: ${place.port}
  do-ip6: no
  do-not-query-localhost: no
  module-config: "validator iterator"
  aggressive-nsec: no
  qname-minimisation: no
  trust-anchor: "${place.anchor}"
remote-control:
  control-enable: yes
  control-use-cert: no
  control-interface: 127.0.0.1
  control-port: ${place.controlPort}
stub-zone:
  name: com
  stub-addr: 127.0.0.1@${place.parentPort}
stub-zone:
  name: ${place.domain}
${stubAddresses(place.childPorts)}${place.beside === undefined ? '' : besideOf(place.beside, place.childPorts)}`;
}

function besideOf(
  { zone, anchor }: NonNullable<ResolverPlace['beside']>,
  childPorts: readonly number[],
): string {
  return `server:
  trust-anchor: "${anchor}"
stub-zone:
  name: ${zone}
${stubAddresses(childPorts)}`;
}

function stubAddresses(ports: readonly number[]): string {
  return ports.map((port) => `  stub-addr: 127.0.0.1@${port}\n`).join('');
}
