/**
 * A PostgreSQL database in which the service has run its migrations. The databases of most tests are
 * copies of it: copying files is faster than running the migrations again.
 */
import pg from 'pg';
import { openStores } from '../../packages/server/src/composition/open-stores.ts';
import { readConfig } from '../../packages/server/src/config.ts';
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

async function migrate(): Promise<string> {
  const { url } = await createTestDatabase();
  const directory = await createTestDirectory();
  const settings = { DATABASE_URL: url, HOSTMASTER_DATA_DIR: directory.path };
  const stores = await openStores(readConfig({}, settings));
  await stores.close();
  await directory.remove();
  return new URL(url).pathname.slice(1);
}
