/**
 * A PostgreSQL database in which the service has run its migrations. The databases of most tests are
 * copies of it: copying files is faster than running the migrations again.
 */
import pg from 'pg';
import { systemClock } from '../../packages/server/src/base/clock.ts';
import { openSandboxRegistry } from '../../packages/server/src/registrars/sandbox/open-sandbox-registrar.ts';
import { openDatabase } from '../../packages/server/src/storage/open-database.ts';
import { createTestDirectory } from './engines.ts';
import { createTestDatabase } from './postgres.ts';
import { shared } from './shared.ts';

const name = 'migrated';
/** Arbitrary, and the same for every worker of the run. */
const makingLock = 7_002;

/** Returns its name; the first worker that asks makes it, the others wait. */
export async function migratedTemplate(): Promise<string> {
  const client = new pg.Client({ connectionString: await shared('postgres') });
  await client.connect();
  try {
    await client.query(`select pg_advisory_lock(${makingLock})`);
    const { rowCount } = await client.query('select from pg_database where datname = $1', [name]);
    if (rowCount === 0) await client.query(`alter database ${await migrate()} rename to ${name}`);
    return name;
  } finally {
    await client.end();
  }
}

/** Not by a start of the service, because that decides whether the database is for production. */
async function migrate(): Promise<string> {
  const { url } = await createTestDatabase();
  const directory = await createTestDirectory();
  const place = { dataDir: directory.path, databaseUrl: url };
  const database = await openDatabase({ ...place, databaseConnections: 2 });
  const registry = await openSandboxRegistry({
    databaseUrl: url,
    machineClock: systemClock,
    calendarNow: async () => systemClock.now(),
    delayMs: 0,
  });
  await registry.close();
  await database.close();
  await directory.remove();
  return new URL(url).pathname.slice(1);
}
