/**
 * Real nameservers beside the service.
 *
 *   const knot = await startSecondary('knot', { engine, place, primaryPort });
 *   await knot.dig('example.com', 'A', '+short');
 */
import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { createSocket } from 'node:dgram';
import { Resolver } from 'node:dns/promises';
import { once } from 'node:events';
import { mkdir, rm } from 'node:fs/promises';
import { createServer } from 'node:net';
import { promisify } from 'node:util';
import { Name } from '@hostmaster/dns';
import type { TsigKey } from '@hostmaster/dns/node';
import { environment, requirePrograms } from './debian-packages.ts';
import { createTestDirectory, type TestEngine, type TestPlace } from './engines.ts';
import { hasEnded } from './has-ended.ts';
import type { MovedClock } from './moved-clock.ts';
import { runCommand } from './process.ts';
import {
  type PeerKind,
  type PeerPrograms,
  type PeerSetting,
  prepareServer,
} from './secondary-servers.ts';
import { until } from './service.ts';

export interface Peer {
  readonly kind: PeerKind;
  readonly name: string;
  readonly address: string;
  readonly port: number;
  /** Its configuration and its data. */
  readonly directory: string;
  readonly key: TsigKey & { readonly text: string };
  start(): Promise<void>;
  /** Ends the process; its files stay, so that it can start again. */
  stop(): Promise<void>;
  /** As after a power cut. */
  kill(): Promise<void>;
  /** It does not answer until `thaw`. */
  freeze(): void;
  thaw(): void;
  /** Starts again with nothing but its configuration. */
  wipe(): Promise<void>;
  /** Everything it has logged since it first started. */
  log(): string;
  dig(...args: readonly string[]): Promise<string>;
}

const packages = [
  'knot',
  'knot-dnsutils',
  'bind9',
  'bind9-dnsutils',
  'bind9-utils',
  'nsd',
  'pdns-server',
  'pdns-backend-sqlite3',
  'sqlite3',
  'tshark',
];
const programs = [
  'knotd',
  'kdig',
  'named',
  'dig',
  'nsupdate',
  'knsupdate',
  'named-checkzone',
  'nsd',
  'nsd-control',
  'pdns_server',
  'pdnsutil',
  'sqlite3',
];

/** A start or an end, on a machine with much other work. */
const turnMsMax = 60_000;

const living = new Set<ChildProcess>();
process.on('exit', () => {
  for (const child of living) signalGroup(child, 'SIGKILL');
});

/** Call it once per test file, in beforeAll. */
export function requireDnsPeers(): void {
  requirePrograms({ programs, packages });
}

export async function startSecondary(
  kind: PeerKind,
  options: {
    readonly engine: Pick<TestEngine, 'afterwards'>;
    readonly place: TestPlace;
    readonly primaryPort: number;
    readonly primaryAddress?: string;
    readonly name?: string;
    /** BIND listens only on addresses that an interface has, such as 127.0.0.1. */
    readonly address?: string;
    /** Listens on ::1 too; the service must do so on the same port as on its other address. */
    readonly hasIpv6?: boolean;
    /** Absent: the machine's. */
    readonly clock?: MovedClock;
  },
): Promise<Peer> {
  const { name = kind, address = '127.0.0.1', primaryAddress = '127.0.0.1', primaryPort } = options;
  const port = await freePort();
  const hasIpv6 = options.hasIpv6 ?? false;
  const places = [`${address}:${port}`, ...(hasIpv6 ? [`[::1]:${port}`] : [])];
  const added = await runCommand(
    options.place,
    ...['secondary', 'add', name, '--address', places.join()],
    ...(kind === 'pdns' ? ['--transfers', 'axfr'] : []),
    '--json',
  );
  if (added.code !== 0) throw new Error(added.stderr);
  const { tsig } = JSON.parse(added.stdout) as { tsig: { name: string; secret: string } };
  const directory = (await createTestDirectory()).path;
  const primary = { address: primaryAddress, port: primaryPort };
  const setting = { directory, address, port, primary, hasIpv6, name, secret: tsig.secret };
  const { engine, clock } = options;
  return startPeer(kind, { engine, setting: { ...setting, keyName: tsig.name }, clock });
}

/** For a primary that need not exist. */
export async function startPeer(
  kind: PeerKind,
  options: {
    readonly engine: Pick<TestEngine, 'afterwards'>;
    readonly setting: PeerSetting & { readonly keyName: string };
    readonly clock?: MovedClock | undefined;
  },
): Promise<Peer> {
  const peer = new RunningPeer(kind, options.setting, options.clock?.environment);
  options.engine.afterwards(() => peer.kill());
  await peer.start();
  return peer;
}

/** dig and kdig against any server; the exit code does not matter, what it prints does. */
export async function dig(port: number, ...args: readonly string[]): Promise<string> {
  return ask('dig', { address: '127.0.0.1', port }, ...args, '+tries=1', '+time=2');
}

export async function kdig(port: number, ...args: readonly string[]): Promise<string> {
  return ask('kdig', { address: '127.0.0.1', port }, ...args, '+retry=0', '+time=2');
}

async function ask(
  program: string,
  { address, port }: { readonly address: string; readonly port: number },
  ...args: readonly string[]
): Promise<string> {
  const run = promisify(execFile);
  try {
    const { stdout } = await run(program, [`@${address}`, '-p', String(port), ...args], {
      env: environment,
      maxBuffer: 2 ** 26,
    });
    return stdout;
  } catch (error) {
    return error instanceof Error && 'stdout' in error ? String(error.stdout) : String(error);
  }
}

/** The servers have the same version of a zone. Asked here, because a program for each question is slow. */
export async function haveSameSerial(zone: string, ports: readonly number[]): Promise<boolean> {
  const [first = null, ...others] = await Promise.all(ports.map((port) => serialOn(port, zone)));
  return first !== null && others.every((serial) => serial === first);
}

/** Null where the server does not answer for the zone. */
async function serialOn(port: number, zone: string): Promise<number | null> {
  const resolver = new Resolver({ timeout: 2_000, tries: 1 });
  resolver.setServers([`127.0.0.1:${port}`]);
  try {
    return (await resolver.resolveSoa(zone)).serial;
  } catch {
    return null;
  }
}

class RunningPeer implements Peer {
  readonly kind: PeerKind;
  readonly name: string;
  readonly address: string;
  readonly port: number;
  readonly directory: string;
  readonly key: Peer['key'];
  readonly #setting: PeerSetting;
  readonly #clock: Readonly<Record<string, string>>;
  #programs: PeerPrograms | null = null;
  readonly #children: ChildProcess[] = [];
  #log = '';

  constructor(
    kind: PeerKind,
    setting: PeerSetting & { readonly keyName: string },
    clock: Readonly<Record<string, string>> = {},
  ) {
    this.kind = kind;
    this.#clock = clock;
    this.name = setting.name;
    this.address = setting.address;
    this.port = setting.port;
    this.directory = setting.directory;
    this.#setting = setting;
    this.key = {
      name: Name.parse(setting.keyName),
      algorithm: 'hmac-sha256',
      secret: Buffer.from(setting.secret, 'base64'),
      text: `hmac-sha256:${setting.keyName}:${setting.secret}`,
    };
  }

  async start(): Promise<void> {
    this.#programs ??= await prepareServer[this.kind](this.#setting);
    const { server, companion } = this.#programs;
    const child = this.#run(server);
    const isAnswering = async () => {
      if (hasEnded(child)) throw new Error(`${this.kind} ended: ${this.#log}`);
      return /status: [A-Z]+/.test(await this.dig('unknown.invalid', 'A'));
    };
    await until(`${this.kind} answers`, isAnswering, turnMsMax).catch((error: Error) => {
      throw new Error(`${error.message} ${this.#log.slice(-2_000)}`);
    });
    if (companion !== undefined) this.#run(companion);
  }

  async stop(): Promise<void> {
    await this.#end('SIGTERM');
  }

  async kill(): Promise<void> {
    await this.#end('SIGKILL');
  }

  freeze(): void {
    this.#signal('SIGSTOP');
  }

  thaw(): void {
    this.#signal('SIGCONT');
  }

  async wipe(): Promise<void> {
    await this.kill();
    await rm(this.directory, { recursive: true, force: true });
    await mkdir(this.directory);
    this.#programs = null;
    await this.start();
  }

  log(): string {
    return this.#log;
  }

  dig(...args: readonly string[]): Promise<string> {
    return ask('dig', this, ...args, '+tries=1', '+time=2');
  }

  /** In a process group of its own, because servers start further processes. */
  #run([command = '', ...args]: readonly string[]): ChildProcess {
    const child = spawn(command, args, {
      env: { ...environment, ...this.#clock },
      stdio: ['ignore', 'pipe', 'pipe'],
      detached: true,
    });
    this.#children.push(child);
    living.add(child);
    child.once('exit', () => living.delete(child));
    for (const stream of [child.stdout, child.stderr]) {
      stream.setEncoding('utf8').on('data', (part: string) => {
        this.#log += part;
      });
    }
    return child;
  }

  async #end(signal: 'SIGTERM' | 'SIGKILL'): Promise<void> {
    const children = this.#children.splice(0).filter((child) => !hasEnded(child));
    const exited = children.map((child) => once(child, 'exit'));
    for (const child of children.toReversed()) signalGroup(child, signal);
    await Promise.all(exited);
    // The processes that a server has started hold its port until they have ended too.
    await until(`${this.kind} has ended`, () => !children.some(isGroupAlive), turnMsMax);
  }

  #signal(signal: NodeJS.Signals): void {
    for (const child of this.#children) signalGroup(child, signal);
  }
}

function isGroupAlive({ pid = 0 }: ChildProcess): boolean {
  try {
    return process.kill(-pid, 0);
  } catch {
    return false;
  }
}

function signalGroup(child: ChildProcess, signal: NodeJS.Signals): void {
  if (child.pid === undefined || hasEnded(child)) return;
  process.kill(-child.pid, signal);
}

/** Free for both transports at this moment. */
export async function freePort(): Promise<number> {
  for (;;) {
    const tcp = createServer();
    await new Promise<void>((resolve) => tcp.listen(0, '127.0.0.1', resolve));
    const address = tcp.address();
    const port = typeof address === 'object' ? (address?.port ?? 0) : 0;
    const udp = createSocket('udp4');
    const isFree = await new Promise<boolean>((resolve) => {
      udp.once('error', () => resolve(false));
      udp.bind(port, '127.0.0.1', () => resolve(true));
    });
    udp.close();
    await new Promise((resolve) => tcp.close(resolve));
    if (isFree) return port;
  }
}
