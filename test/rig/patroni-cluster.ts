/**
 * Three PostgreSQL servers that Patroni runs with etcd, behind HAProxy: Debian's packages with the
 * configuration of deploy/patroni, each "machine" on an address of the loopback network.
 */
import { randomInt } from 'node:crypto';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { requirePrograms } from './debian-packages.ts';
import {
  askPostgres,
  makePostgresDirectory,
  postgresDirectory,
  postgresPrograms,
} from './debian-postgres.ts';
import { type DebianServer, isListening, startDebianServer } from './debian-server.ts';
import { debianUsers, giveDirectory, giveFile } from './debian-user.ts';
import { freePort } from './dns-peers.ts';
import { createTestDirectory, type TestEngine } from './engines.ts';
import { until } from './service.ts';

export interface PatroniCluster {
  /** The database of the service on the primary, through HAProxy. */
  readonly url: string;
  leader(): Promise<string>;
  /** Which server process answers at the address now; null when none does. */
  primary(): Promise<string | null>;
  /** Waits until another server process than the former one answers at the address. */
  replaced(former: string | null): Promise<void>;
  /** Waits until two standbys follow the leader, one of them synchronously. */
  whole(): Promise<void>;
  /** As an operator does before the maintenance of a machine. */
  switchOver(leader: string): Promise<void>;
  /** Only its PostgreSQL ends; Patroni goes on. */
  killPostgres(machine: string): Promise<void>;
  killEtcd(machine: string): Promise<void>;
  startEtcd(machine: string): Promise<void>;
  /** Everything that runs on it ends at once. */
  killMachine(machine: string): Promise<void>;
}

type Engine = Pick<TestEngine, 'afterwards'>;

const files = new URL('../../deploy/patroni/', import.meta.url);
const user = debianUsers.postgres;
const machines = ['db1', 'db2', 'db3'] as const;
/** The first network of the examples. */
const exampleNetwork = '192.0.2';
const clusterMsMax = 180_000;
const servicePassword = 'service-password';

/** Call it in beforeAll. */
export function requirePatroni(): void {
  requirePrograms({
    programs: ['patroni', 'etcd', 'haproxy'],
    files: [postgresDirectory, '/usr/lib/python3/dist-packages/etcd'],
    packages: ['patroni', 'python3-etcd', 'etcd-server', 'haproxy', 'postgresql'],
  });
}

export async function startPatroniCluster(engine: Engine): Promise<PatroniCluster> {
  const directory = (await createTestDirectory()).path;
  giveDirectory(directory, user);
  const network = `127.${randomInt(1, 255)}.${randomInt(1, 255)}`;
  const port = await freePort();
  const running = new Map<string, Machine>();
  for (const name of machines) running.set(name, new Machine(engine, { name, directory, network }));
  const all = [...running.values()];
  await Promise.all(all.map((machine) => machine.startEtcd()));
  await Promise.all(all.map((machine) => machine.startPatroni()));
  const proxyFile = join(directory, 'haproxy.cfg');
  const proxyText = onLoopback(read('haproxy.cfg'), network).replaceAll(
    '127.0.0.1:5000',
    `127.0.0.1:${port}`,
  );
  writeFileSync(proxyFile, proxyText);
  giveFile(proxyFile, user);
  await startDebianServer(engine, {
    user,
    command: ['haproxy', '-db', '-f', proxyFile],
    isReady: () => isListening(port),
  });

  const leader = async (): Promise<string> => {
    let found = '';
    await until('there is a leader', async () => {
      for (const machine of all) if (await machine.isPrimary()) found = machine.name;
      return found !== '';
    });
    return found;
  };
  const find = (name: string): Machine => {
    const machine = running.get(name);
    if (machine === undefined) throw new Error(`There is no machine ${name}.`);
    return machine;
  };
  const administrator = `postgres://postgres:SUPERUSER-PASSWORD@127.0.0.1:${port}/postgres`;
  const withLogs = (error: Error): never => {
    throw new Error(`${error.message}\n${all.map((machine) => machine.log()).join('\n')}`);
  };
  const whole = async () => {
    const isWhole = async () => {
      // Patroni promotes only what it has noted as synchronous, a moment after PostgreSQL has it so.
      const roles = await find(await leader())
        .roles()
        .catch(() => []);
      if (roles.join() !== 'leader,replica,sync_standby') return false;
      // At its start HAProxy leads to each machine in turn until it has asked which one is the primary.
      for (let connection = 0; connection < machines.length; connection += 1) {
        const rows = await askPostgres(
          administrator,
          'select sync_state from pg_stat_replication',
        ).catch(() => []);
        if (rows.length !== 2 || !rows.some(({ sync_state }) => sync_state === 'sync'))
          return false;
      }
      return true;
    };
    await until('two standbys follow', isWhole, clusterMsMax).catch(withLogs);
  };
  const primary = async () => {
    const which = "select concat(inet_server_addr(), ' ', pg_postmaster_start_time()) as which";
    const [row] = await askPostgres(administrator, which).catch(() => []);
    return row === undefined ? null : String(row.which);
  };
  await whole();
  await askPostgres(administrator, `create role hostmaster login password '${servicePassword}'`);
  await askPostgres(administrator, 'create database hostmaster owner hostmaster');
  return {
    url: `postgres://hostmaster:${servicePassword}@127.0.0.1:${port}/hostmaster`,
    leader,
    primary,
    async replaced(former) {
      const isReplaced = async () => ![former, null].includes(await primary());
      await until('another server answers', isReplaced).catch(withLogs);
    },
    whole,
    switchOver: (name) => find(name).switchOver(),
    killPostgres: (name) => find(name).killPostgres(),
    killEtcd: (name) => find(name).killEtcd(),
    startEtcd: (name) => find(name).startEtcd(),
    killMachine: (name) => find(name).kill(),
  };
}

class Machine {
  readonly name: string;
  readonly #engine: Engine;
  readonly #directory: string;
  readonly #network: string;
  #etcd: DebianServer | null = null;
  #patroni: DebianServer | null = null;

  constructor(
    engine: Engine,
    {
      name,
      directory,
      network,
    }: { readonly name: string; readonly directory: string; readonly network: string },
  ) {
    this.name = name;
    this.#engine = engine;
    this.#network = network;
    this.#directory = makePostgresDirectory(directory, name);
    // PostgreSQL outlives a Patroni that was killed.
    engine.afterwards(async () => this.#killPostmaster());
  }

  log(): string {
    return `${this.name}: ${this.#patroni?.log().slice(-3_000) ?? ''}`;
  }

  async startEtcd(): Promise<void> {
    const text = this.#ofMachine(read('etcd.env')).replace(
      '/var/lib/etcd/hostmaster',
      join(this.#directory, 'etcd'),
    );
    const settings = text.split('\n').filter((line) => /^ETCD_/.test(line));
    this.#etcd = await startDebianServer(this.#engine, {
      user,
      command: ['env', ...settings, 'etcd'],
      // It listens before it has joined the others.
      isReady: () => this.#answers(':2379/health'),
    });
  }

  async startPatroni(): Promise<void> {
    const file = join(this.#directory, 'patroni.yml');
    const text = this.#ofMachine(read('patroni.yml'))
      .replace('/var/lib/postgresql/15/hostmaster', this.#dataDirectory)
      .replace('/usr/lib/postgresql/15/bin', postgresPrograms())
      .replace('/var/run/postgresql', this.#directory);
    writeFileSync(file, text);
    giveFile(file, user);
    this.#patroni = await startDebianServer(this.#engine, {
      user,
      // Patroni writes the passwords of standbys there.
      command: ['env', `HOME=${this.#directory}`, 'patroni', file],
      isReady: () => this.#answers(':8008/liveness'),
    });
  }

  isPrimary(): Promise<boolean> {
    return this.#answers(':8008/primary');
  }

  /** As Patroni has noted them. */
  async roles(): Promise<readonly string[]> {
    const answer = await fetch(`http://${this.#address}:8008/cluster`);
    const { members } = (await answer.json()) as { members: readonly { role: string }[] };
    return members.map(({ role }) => role).sort();
  }

  async switchOver(): Promise<void> {
    const answer = await fetch(`http://${this.#address}:8008/switchover`, {
      method: 'POST',
      body: JSON.stringify({ leader: this.name }),
    });
    if (!answer.ok) throw new Error(await answer.text());
  }

  async killPostgres(): Promise<void> {
    this.#killPostmaster();
  }

  async killEtcd(): Promise<void> {
    await this.#etcd?.kill();
  }

  async kill(): Promise<void> {
    const ended = [this.#etcd?.kill(), this.#patroni?.kill()];
    this.#killPostmaster();
    await Promise.all(ended);
  }

  get #address(): string {
    return `${this.#network}.1${this.name.at(-1)}`;
  }

  get #dataDirectory(): string {
    return join(this.#directory, 'postgres');
  }

  /** The examples are those of db1. */
  #ofMachine(text: string): string {
    const own = text
      .replace('name: db1', `name: ${this.name}`)
      .replace('ETCD_NAME=db1', `ETCD_NAME=${this.name}`)
      .replace(/^(?!.*(?:hosts|CLUSTER=))(.*)192\.0\.2\.11/gm, `$1${this.#address}`);
    return onLoopback(own, this.#network);
  }

  #killPostmaster(): void {
    const file = join(this.#dataDirectory, 'postmaster.pid');
    if (!existsSync(file)) return;
    const [pid = ''] = readFileSync(file, 'utf8').split('\n');
    // The file outlives its process, and another process may have its number by now.
    const command = `/proc/${pid}/cmdline`;
    if (!existsSync(command) || !readFileSync(command, 'utf8').includes(this.#dataDirectory))
      return;
    process.kill(Number(pid), 'SIGKILL');
  }

  async #answers(portAndPath: string): Promise<boolean> {
    try {
      return (await fetch(`http://${this.#address}${portAndPath}`)).ok;
    } catch {
      return false;
    }
  }
}

function read(name: string): string {
  return readFileSync(new URL(name, files), 'utf8');
}

/** Connections within the loopback network come from 127.0.0.1. */
function onLoopback(text: string, network: string): string {
  return text
    .replaceAll(`${exampleNetwork}.0/24`, '127.0.0.0/8')
    .replaceAll(exampleNetwork, network);
}
