/** PostgreSQL as Debian has it, with all of its programs, run as the user of its package. */
import { execFile } from 'node:child_process';
import { mkdirSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import pg from 'pg';
import { type DebianServer, startDebianServer } from './debian-server.ts';
import { asUser, debianUsers, giveDirectory } from './debian-user.ts';
import type { TestEngine } from './engines.ts';

/** For `requirePrograms`: the package has a directory for each version. */
export const postgresDirectory = '/usr/lib/postgresql';

/** The programs of the newest version. */
export function postgresPrograms(): string {
  const [version = ''] = readdirSync(postgresDirectory).sort((a, b) => Number(b) - Number(a));
  return join(postgresDirectory, version, 'bin');
}

/** Runs a program as the user of PostgreSQL, whose programs are found first. */
export async function runAsPostgres(
  variables: Readonly<Record<string, string>>,
  ...command: readonly string[]
): Promise<void> {
  const [program = '', ...args] = asUser(debianUsers.postgres, withPrograms(variables, command));
  await promisify(execFile)(program, args, { cwd: '/' });
}

export function withPrograms(
  variables: Readonly<Record<string, string>>,
  command: readonly string[],
): readonly string[] {
  const all = { PATH: `${postgresPrograms()}:/usr/bin:/bin`, ...variables };
  return ['env', ...Object.entries(all).map(([name, value]) => `${name}=${value}`), ...command];
}

/** A directory that belongs to PostgreSQL. */
export function makePostgresDirectory(parent: string, name: string): string {
  const path = join(parent, name);
  mkdirSync(path);
  giveDirectory(path, debianUsers.postgres);
  return path;
}

/** On a data directory that `initdb` has made. */
export function startDebianPostgres(
  engine: Pick<TestEngine, 'afterwards'>,
  { data, port }: { readonly data: string; readonly port: number },
): Promise<DebianServer> {
  const options = ['-c', `port=${port}`, '-c', `unix_socket_directories=${data}`];
  return startDebianServer(engine, {
    user: debianUsers.postgres,
    command: withPrograms({}, ['postgres', '-D', data, ...options]),
    isReady: () =>
      runAsPostgres({}, 'pg_isready', '-h', '127.0.0.1', '-p', String(port)).then(
        () => true,
        () => false,
      ),
  });
}

/** The rows of one statement, on a connection of its own. */
export async function askPostgres(
  url: string,
  statement: string,
): Promise<Record<string, unknown>[]> {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 5_000 });
  client.on('error', () => {});
  await client.connect();
  try {
    return (await client.query<Record<string, unknown>>(statement)).rows;
  } finally {
    await client.end();
  }
}
