/**
 * A PostgreSQL primary with a synchronous standby behind one address: no commit is acknowledged
 * before the standby has it. A test kills the primary and promotes the standby.
 */
import { execFile } from 'node:child_process';
import { chmod, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import pg from 'pg';
import { until } from './crash-until.ts';
import { openSeverableProxy } from './severable-proxy.ts';
import { startPostgres } from './start-postgres.ts';

export interface PostgresPair {
  /** A database on whichever server is the primary. */
  readonly url: string;
  /** Without a warning, in the middle of whatever it does. */
  killPrimary(): Promise<void>;
  /** From its return on the address belongs to the standby. */
  promoteStandby(): Promise<void>;
  stop(): Promise<void>;
}

const pairMsMax = 30_000;

export async function startPostgresPair(directory: string): Promise<PostgresPair> {
  const primaryDir = join(directory, 'primary');
  const standbyDir = join(directory, 'standby');
  // Started by root, the servers run as another user.
  await chmod(directory, 0o711);
  // The copy is made of a server at rest, so it needs no backup protocol.
  const empty = await startPostgres(primaryDir);
  await ask(empty.url, 'create database service');
  await empty.stop();
  await promisify(execFile)('cp', ['-a', primaryDir, standbyDir]);
  const settings = { synchronous_commit: 'on', synchronous_standby_names: 'standby' };
  const primary = await startPostgres(primaryDir, { settings, isInitialised: true });
  await writeFile(join(standbyDir, 'standby.signal'), '');
  const standby = await startPostgres(standbyDir, {
    settings: { primary_conninfo: conninfoOf(primary.url, 'standby') },
    isInitialised: true,
  });
  await until(
    async () => {
      const rows = await ask(primary.url, 'select sync_state from pg_stat_replication');
      return rows.some(({ sync_state }) => sync_state === 'sync');
    },
    { what: () => 'a synchronous standby', withinMs: pairMsMax },
  );
  const address = await openSeverableProxy(primary.url);
  const url = new URL(address.url);
  url.pathname = '/service';
  let isPrimaryDead = false;
  return {
    url: url.href,
    async killPrimary() {
      const [pid = ''] = (await readFile(join(primaryDir, 'postmaster.pid'), 'utf8')).split('\n');
      process.kill(Number(pid), 'SIGKILL');
      isPrimaryDead = true;
      address.cut();
    },
    async promoteStandby() {
      await ask(standby.url, 'select pg_promote()');
      address.restore(standby.url);
    },
    async stop() {
      await address.close();
      await Promise.all([standby.stop(), isPrimaryDead ? undefined : primary.stop()]);
    },
  };
}

async function ask(url: string, statement: string): Promise<Record<string, unknown>[]> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    return (await client.query<Record<string, unknown>>(statement)).rows;
  } finally {
    await client.end();
  }
}

function conninfoOf(url: string, name: string): string {
  const { hostname, port, username, password } = new URL(url);
  return `host=${hostname} port=${port} user=${username} password=${password} application_name=${name}`;
}
