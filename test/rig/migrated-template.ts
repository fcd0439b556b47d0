/**
 * A store of each engine in which the service has run its migrations. The stores of most tests are
 * copies of it: copying files is faster than running the migrations again.
 */
import { existsSync } from 'node:fs';
import { mkdtemp, rename } from 'node:fs/promises';
import { join } from 'node:path';
import pg from 'pg';
import { inject } from 'vitest';
import {
  locationOf,
  openSandboxRegistry,
} from '../../packages/server/src/adapters/sandbox/open-sandbox-registrar.ts';
import { systemClock } from '../../packages/server/src/base/clock.ts';
import { openDatabase } from '../../packages/server/src/storage/open-database.ts';
import type { TestPlace } from './engines.ts';
import { createTestDatabase } from './postgres.ts';
import { shared } from './shared.ts';

const name = 'migrated';
/** Arbitrary, and the same for every worker of the run. */
const makingLock = 7_002;

/** Returns the name of the database; the first worker that asks makes it, the others wait. */
export async function migratedDatabase(): Promise<string> {
  const client = new pg.Client({ connectionString: await shared('postgres') });
  await client.connect();
  try {
    await client.query(`select pg_advisory_lock(${makingLock})`);
    const { rowCount } = await client.query('select from pg_database where datname = $1', [name]);
    if (rowCount === 0) {
      const { url } = await createTestDatabase();
      await migrate({ dataDir: inject('temporaryDirectory'), databaseUrl: url });
      await client.query(`alter database ${new URL(url).pathname.slice(1)} rename to ${name}`);
    }
    return name;
  } finally {
    await client.end();
  }
}

/** Returns a directory with the files of SQLite. Of workers that make it at the same time, one wins. */
export async function migratedFiles(): Promise<string> {
  const directory = join(inject('temporaryDirectory'), name);
  if (existsSync(directory)) return directory;
  const dataDir = await mkdtemp(`${directory}-`);
  await migrate({ dataDir, databaseUrl: null });
  await rename(dataDir, directory).catch((error: unknown) => {
    if (!existsSync(directory)) throw error;
  });
  return directory;
}

/** Not by a start of the service, because that decides whether the database is for production. */
async function migrate(place: TestPlace): Promise<void> {
  const database = await openDatabase({ ...place, databaseConnections: 2 });
  const registry = await openSandboxRegistry({
    ...locationOf(place),
    machineClock: systemClock,
    calendarNow: async () => systemClock.now(),
    delayMs: 0,
  });
  await registry.close();
  await database.close();
}
