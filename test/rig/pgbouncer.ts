/** PgBouncer as Debian has it, with the configuration of deploy/, in front of a PostgreSQL server. */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { requirePrograms } from './debian-packages.ts';
import { isListening, startDebianServer, withSettings } from './debian-server.ts';
import { debianUsers, giveDirectory, giveFile } from './debian-user.ts';
import { freePort } from './dns-peers.ts';
import { createTestDirectory, type TestEngine } from './engines.ts';

export type PoolMode = 'session' | 'transaction' | 'statement';

const configuration = new URL('../../deploy/pgbouncer/pgbouncer.ini', import.meta.url);
const user = debianUsers.postgres;

/** Call it in beforeAll. */
export function requirePgbouncer(): void {
  requirePrograms({ programs: ['pgbouncer'], packages: ['pgbouncer'] });
}

/** The address of the database by way of PgBouncer. */
export async function startPgbouncer(
  engine: Pick<TestEngine, 'afterwards'>,
  { target, poolMode }: { readonly target: string; readonly poolMode: PoolMode },
): Promise<string> {
  const { hostname, port: targetPort, username, password, pathname } = new URL(target);
  const directory = (await createTestDirectory()).path;
  giveDirectory(directory, user);
  const port = await freePort();
  const users = join(directory, 'userlist.txt');
  writeFileSync(users, `"${username}" "${password}"\n`);
  const file = join(directory, 'pgbouncer.ini');
  const text = withSettings(readFileSync(configuration, 'utf8'), {
    hostmaster: `host=${hostname} port=${targetPort} dbname=${pathname.slice(1)}`,
    listen_port: String(port),
    unix_socket_dir: directory,
    // The test server asks for no password.
    auth_type: 'trust',
    auth_file: users,
    pool_mode: poolMode,
  });
  writeFileSync(file, text);
  for (const each of [users, file]) giveFile(each, user);
  await startDebianServer(engine, {
    user,
    command: ['pgbouncer', file],
    isReady: () => isListening(port),
  });
  const url = new URL(target);
  url.port = String(port);
  url.pathname = '/hostmaster';
  return url.href;
}
