/**
 * Every test that touches storage runs on both engines:
 *
 *   describeOnBothEngines('the ledger', (engine) => {
 *     it('starts empty', async () => {
 *       const db = await engine.open<Schema>({ migrations });
 *
 * Each `open` and each place is fresh; all of them are closed and removed when the block ends.
 */
import { cp, mkdtemp, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, describe, inject } from 'vitest';
import type { Database } from '../../packages/server/src/storage/database.ts';
import type { Migration } from '../../packages/server/src/storage/migrate.ts';
import { model } from '../../packages/server/src/storage/open-database.ts';
import { openPostgres } from '../../packages/server/src/storage/postgres.ts';
import { openSqlite } from '../../packages/server/src/storage/sqlite.ts';
import type {} from './global-setup.ts';
import { createTestDatabase } from './postgres.ts';

export interface TestPlace {
  readonly dataDir: string;
  /** Null on SQLite. */
  readonly databaseUrl: string | null;
}

export interface TestStoreOptions {
  readonly migrations: readonly Migration[];
  /** Where to open the store; a fresh place when absent. Opening one place twice shares it. */
  readonly place?: TestPlace;
}

export interface TestEngine {
  readonly name: 'sqlite' | 'postgres';
  /** The service has run its migrations here and nothing else. */
  place(): Promise<TestPlace>;
  /** An empty directory and an empty database. */
  emptyPlace(): Promise<TestPlace>;
  open<Schema>(options: TestStoreOptions): Promise<Database<Schema>>;
  /** Runs when the block ends, latest first, before the places go away. */
  afterwards(cleanUp: () => Promise<unknown>): void;
}

const connectionsMax = 8;
/** The first of the service's own migrations. */
const serviceMigration = '0001-initial';

/** A run that repeats tests for another reason may do with one engine. */
const engineNames = (['sqlite', 'postgres'] as const).filter(
  (name) => (process.env.HOSTMASTER_TEST_ENGINES ?? name) === name,
);

export function describeOnBothEngines(title: string, define: (engine: TestEngine) => void): void {
  for (const name of engineNames) {
    describe(`${title} (${name})`, () => define(createEngine(name)));
  }
}

/** For what no engine has a part in; README.md says what that is. */
export function describeOnOneEngine(title: string, define: (engine: TestEngine) => void): void {
  describe(title, () => define(createEngine('sqlite')));
}

/** An empty directory for tests that need no store; what is not removed goes with the run. */
export async function createTestDirectory(): Promise<{ path: string; remove(): Promise<void> }> {
  const path = await mkdtemp(join(inject('temporaryDirectory'), 'data-'));
  return { path, remove: () => rm(path, { recursive: true, force: true }) };
}

export function createEngine(name: TestEngine['name']): TestEngine {
  const cleanUps: (() => Promise<unknown>)[] = [];
  afterAll(async () => {
    for (const cleanUp of cleanUps.reverse()) await cleanUp();
  });

  async function emptyPlace(template?: string): Promise<TestPlace> {
    const directory = await createTestDirectory();
    cleanUps.push(directory.remove);
    if (name === 'sqlite') return { dataDir: directory.path, databaseUrl: null };
    const database = await createTestDatabase(template);
    cleanUps.push(database.drop);
    return { dataDir: directory.path, databaseUrl: database.url };
  }

  async function place(): Promise<TestPlace> {
    // Loaded late, because it has most of the service with it.
    const { migratedDatabase, migratedFiles } = await import('./migrated-template.ts');
    if (name === 'postgres') return emptyPlace(await migratedDatabase());
    const copy = await emptyPlace();
    await cp(await migratedFiles(), copy.dataDir, { recursive: true });
    return copy;
  }

  async function open<Schema>(options: TestStoreOptions): Promise<Database<Schema>> {
    const { migrations } = options;
    const isService = migrations.some(({ name }) => name === serviceMigration);
    const { dataDir, databaseUrl } = options.place ?? (await (isService ? place() : emptyPlace()));
    const db =
      databaseUrl === null
        ? await openSqlite<Schema>({ file: join(dataDir, 'hostmaster.db'), migrations, model })
        : await openPostgres<Schema>({
            url: databaseUrl,
            schema: 'hostmaster',
            migrations,
            model,
            connectionsMax,
          });
    cleanUps.push(() => db.close());
    return db;
  }

  return {
    name,
    place,
    emptyPlace: () => emptyPlace(),
    open,
    afterwards: (cleanUp) => cleanUps.push(cleanUp),
  };
}
