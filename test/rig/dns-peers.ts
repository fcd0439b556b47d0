/**
 * Real nameservers beside the service.
 *
 *   const knot = await startSecondary('knot', { engine, place, primaryPort });
 *   await knot.dig('example.com', 'A', '+short');
 */
import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { createSocket } from 'node:dgram';
import { once } from 'node:events';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { Name } from '@hostmaster/dns';
import type { TsigKey } from '@hostmaster/dns/node';
import { environment, requirePrograms } from './debian-packages.ts';
import { createTestDirectory, type TestEngine, type TestPlace } from './engines.ts';
import { runCommand } from './process.ts';
import { until } from './service.ts';

export type PeerKind = 'knot' | 'bind' | 'pdns';

export interface Peer {
  readonly kind: PeerKind;
  readonly name: string;
  readonly port: number;
  readonly key: TsigKey & { readonly text: string };
  start(): Promise<void>;
  /** Ends the process; its files stay, so that it can start again. */
  stop(): Promise<void>;
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
  'pdns_server',
  'pdnsutil',
  'sqlite3',
];
const example = {
  primary: /192\.0\.2\.1(?!\d)/g,
  self: /192\.0\.2\.53/g,
  secret: 'bm90IGEgcmVhbCBzZWNyZXQsIG9ubHkgYW4gZXhhbXBsZQ==',
} as const;

const living = new Set<ChildProcess>();
process.on('exit', () => {
  for (const child of living) child.kill('SIGKILL');
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
    readonly name?: string;
  },
): Promise<Peer> {
  const name = options.name ?? kind;
  const port = await freePort();
  const added = await runCommand(
    options.place,
    ...['secondary', 'add', name, '--address', `127.0.0.1:${port}`, '--json'],
  );
  if (added.code !== 0) throw new Error(added.stderr);
  const { tsig } = JSON.parse(added.stdout) as { tsig: { name: string; secret: string } };
  const directory = (await createTestDirectory()).path;
  const setting = { directory, port, primaryPort: options.primaryPort, name, secret: tsig.secret };
  const program = await prepare[kind](setting);
  const peer = new RunningPeer(kind, { ...setting, keyName: tsig.name, program });
  options.engine.afterwards(() => peer.stop());
  await peer.start();
  return peer;
}

/** dig and kdig against any server; the exit code does not matter, what it prints does. */
export async function dig(port: number, ...args: readonly string[]): Promise<string> {
  return ask('dig', port, ...args, '+tries=1', '+time=2');
}

export async function kdig(port: number, ...args: readonly string[]): Promise<string> {
  return ask('kdig', port, ...args, '+retry=0', '+time=2');
}

async function ask(program: string, port: number, ...args: readonly string[]): Promise<string> {
  const run = promisify(execFile);
  try {
    const { stdout } = await run(program, ['@127.0.0.1', '-p', String(port), ...args], {
      env: environment,
      maxBuffer: 2 ** 26,
    });
    return stdout;
  } catch (error) {
    return error instanceof Error && 'stdout' in error ? String(error.stdout) : String(error);
  }
}

interface PeerSetting {
  readonly directory: string;
  readonly port: number;
  readonly primaryPort: number;
  readonly name: string;
  readonly secret: string;
}

class RunningPeer implements Peer {
  readonly kind: PeerKind;
  readonly name: string;
  readonly port: number;
  readonly key: Peer['key'];
  readonly #program: readonly string[];
  #child: ChildProcess | null = null;
  #log = '';

  constructor(
    kind: PeerKind,
    setting: PeerSetting & { readonly keyName: string; readonly program: readonly string[] },
  ) {
    this.kind = kind;
    this.name = setting.name;
    this.port = setting.port;
    this.#program = setting.program;
    this.key = {
      name: Name.parse(setting.keyName),
      algorithm: 'hmac-sha256',
      secret: Buffer.from(setting.secret, 'base64'),
      text: `hmac-sha256:${setting.keyName}:${setting.secret}`,
    };
  }

  async start(): Promise<void> {
    const [command = '', ...args] = this.#program;
    const child = spawn(command, args, { env: environment, stdio: ['ignore', 'pipe', 'pipe'] });
    this.#child = child;
    living.add(child);
    child.once('exit', () => living.delete(child));
    for (const stream of [child.stdout, child.stderr]) {
      stream.setEncoding('utf8').on('data', (part: string) => {
        this.#log += part;
      });
    }
    await until(`${this.kind} answers: ${this.#log}`, async () => {
      if (child.exitCode !== null) throw new Error(`${this.kind} ended: ${this.#log}`);
      return /status: [A-Z]+/.test(await this.dig('unknown.invalid', 'A'));
    });
  }

  async stop(): Promise<void> {
    const child = this.#child;
    this.#child = null;
    if (child === null || child.exitCode !== null) return;
    const exited = once(child, 'exit');
    child.kill('SIGTERM');
    await exited;
  }

  log(): string {
    return this.#log;
  }

  dig(...args: readonly string[]): Promise<string> {
    return dig(this.port, ...args);
  }
}

/** Each writes the configuration that docs/operations.md shows, with this test's own values. */
const prepare: Record<PeerKind, (setting: PeerSetting) => Promise<readonly string[]>> = {
  async knot(setting) {
    const { directory } = setting;
    const text = template('knot.conf', setting)
      .replaceAll('"/run/knot"', `"${directory}/run"`)
      .replaceAll('/var/lib/knot', directory)
      .replace('target: syslog', 'target: stdout')
      .replace('action: notify', 'action: [notify, transfer]')
      .replace(/listen: .*/, `listen: 127.0.0.1@${setting.port}`)
      .replace(/address: .*/, `address: 127.0.0.1@${setting.primaryPort}`);
    for (const folder of ['run', 'zones']) mkdirSync(join(directory, folder));
    return ['knotd', '-c', write(directory, 'knot.conf', text)];
  },

  async bind(setting) {
    const { directory } = setting;
    const text = template('named.conf', setting)
      .replaceAll('/var/cache/bind', directory)
      .replace('recursion no;', 'recursion no;\n\tpid-file none;\n\tsession-keyfile none;')
      .replace('allow-transfer { none; }', `allow-transfer { key "hostmaster-${setting.name}"; }`)
      .replace(/listen-on port .*/, `listen-on port ${setting.port} { 127.0.0.1; };`)
      .replaceAll(/port 5300/g, `port ${setting.primaryPort}`);
    return [
      'named',
      '-g',
      '-n',
      '2',
      '-c',
      write(directory, 'named.conf', `${text}\ncontrols { };\n`),
    ];
  },

  async pdns(setting) {
    const { directory } = setting;
    const local = (text: string) => text.replaceAll('/var/lib/powerdns', directory);
    const text = local(template('pdns.conf', setting))
      .replace(/local-port=.*/, `local-port=${setting.port}\nsocket-dir=${directory}`)
      .replaceAll(/192\.0\.2\.\d+/g, '127.0.0.1');
    write(directory, 'pdns.conf', text);
    const script = local(template('pdns-setup.sh', setting))
      .replaceAll('pdnsutil', `pdnsutil --config-dir=${directory}`)
      .replace(':5300', `:${setting.primaryPort}`);
    await promisify(execFile)('sh', ['-e', '-c', script], { env: environment });
    const flags = ['--daemon=no', '--guardian=no', '--disable-syslog=yes', '--loglevel=6'];
    return ['pdns_server', `--config-dir=${directory}`, ...flags];
  },
};

function template(file: string, setting: PeerSetting): string {
  const kind = /hostmaster-(knot|bind|pdns)/g;
  return readFileSync(new URL(`../dns/peers/${file}`, import.meta.url), 'utf8')
    .replaceAll(example.secret, setting.secret)
    .replaceAll(kind, `hostmaster-${setting.name}`)
    .replaceAll(example.self, '127.0.0.1')
    .replaceAll(example.primary, '127.0.0.1');
}

function write(directory: string, file: string, text: string): string {
  const place = join(directory, file);
  writeFileSync(place, text);
  return place;
}

/** Free for both transports at this moment. */
async function freePort(): Promise<number> {
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
