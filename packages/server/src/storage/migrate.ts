/**
 * Numbered, forward-only migrations, in SQL that both engines read (docs/adr/0015). Each one is a
 * transaction. The table `schema_migrations` has a row for each applied one, with a checksum of its
 * statements.
 */
import { createHash } from 'node:crypto';
import { StorageUnavailable } from '../base/errors.ts';
import { programFilesIn, readProgramFile } from '../base/program-files.ts';
import { ConfigError } from '../base/setting-values.ts';
import type { Connection } from './database.ts';

export interface Migration {
  readonly version: number;
  readonly name: string;
  readonly statements: readonly string[];
  /**
   * The newest migration that a version must know to run on the schema after this one. Set by
   * `-- requires NNNN` in a migration that drops what earlier versions used; absent otherwise.
   */
  readonly requires?: number;
}

/** How an engine runs migrations. */
export interface MigrationStore extends Connection {
  /** Selects the `name` of each column of `schema_migrations`. */
  readonly columnsQuery: string;
  transaction(work: (connection: Connection) => Promise<void>): Promise<void>;
  /**
   * Creates or drops an index after the transaction of its migration, without blocking writers. Runs
   * again when a process ended before the last index of a migration was ready. Null: indexes are part
   * of the transaction.
   */
  readonly changeIndex: ((statement: string) => Promise<void>) | null;
}

interface AppliedMigration {
  readonly version: number;
  /** Null: applied by a version that stored none. */
  readonly checksum: string | null;
  /** 1 until all indexes of the migration are ready. */
  readonly indexesPending: number;
  /** Null: earlier versions can run after it. */
  readonly requires: number | null;
}

/** Reads `NNNN-name.sql` files; statements end with a semicolon at the end of a line. */
export function readMigrations(directory: URL): readonly Migration[] {
  return programFilesIn(directory)
    .filter((file) => file.endsWith('.sql'))
    .sort()
    .map((file) => {
      const text = readProgramFile(new URL(file, directory)).toString();
      const requires = /^-- requires (\d{4})$/m.exec(text)?.[1];
      return {
        version: Number.parseInt(file, 10),
        name: file.replace(/\.sql$/, ''),
        statements: text
          .replace(/^[ \t]*--.*$/gm, '')
          .split(/;\s*$/m)
          .map((statement) => statement.trim())
          .filter((statement) => statement !== ''),
        ...(requires === undefined ? {} : { requires: Number(requires) }),
      };
    });
}

/** True when nothing is left to do. Throws when an applied migration has other statements now. */
export async function isMigrated(
  store: MigrationStore,
  migrations: readonly Migration[],
): Promise<boolean> {
  const applied = await readApplied(store, store);
  if (applied === null) return false;
  assertUsable(migrations, applied);
  assertUnchanged(migrations, applied);
  return migrations.every(({ version }) => isFinished(applied.get(version)));
}

/** Several processes may run this at the same time, also some of the previous version. */
export async function migrate(
  store: MigrationStore,
  migrations: readonly Migration[],
): Promise<void> {
  await store.transaction((connection) => prepareTable(store, connection, migrations));
  const applied = await readApplied(store, store);
  assertUsable(migrations, applied ?? new Map());
  assertUnchanged(migrations, applied ?? new Map());
  if (applied?.size === 0) {
    // An empty database has neither rows to keep nor writers to block: one commit is faster.
    await store.transaction(async (connection) => {
      const meanwhile = await readApplied(store, connection);
      for (const migration of migrations) {
        if (meanwhile?.has(migration.version)) continue;
        await runStatements(connection, migration, { later: [] });
      }
    });
    return;
  }
  for (const migration of migrations) {
    if (!isFinished(applied?.get(migration.version))) await apply(store, migration);
  }
}

/**
 * The statements that change indexes of older tables. On PostgreSQL they run after the transaction of
 * their migration; a new table becomes visible together with its indexes.
 */
export function separateIndexes(statements: readonly string[]): readonly string[] {
  const created = new Set(statements.map((each) => /^create table (\w+)/i.exec(each)?.[1]));
  return statements.filter((statement) => {
    const table = /^create (?:unique )?index \w+\s+on (\w+)/i.exec(statement)?.[1];
    return table === undefined ? /^drop index \w+$/i.test(statement) : !created.has(table);
  });
}

async function apply(store: MigrationStore, migration: Migration): Promise<void> {
  const later = store.changeIndex === null ? [] : separateIndexes(migration.statements);
  let isPending = later.length > 0;
  await store.transaction(async (connection) => {
    // By another process meanwhile, or by an earlier start that ended before the indexes.
    const row = (await readApplied(store, connection))?.get(migration.version);
    if (row === undefined) await runStatements(connection, migration, { later });
    else isPending = row.indexesPending === 1;
  });
  if (!isPending) return;
  for (const statement of later) {
    await naming(migration, async () => store.changeIndex?.(statement));
  }
  await store.transaction(async (connection) => {
    const done = `update schema_migrations set indexes_pending = 0 where version = ${migration.version}`;
    await connection.execute(done, []);
  });
}

async function runStatements(
  connection: Connection,
  migration: Migration,
  { later }: { readonly later: readonly string[] },
): Promise<void> {
  const { version, name, statements } = migration;
  await naming(migration, async () => {
    for (const statement of statements) {
      if (!later.includes(statement)) await connection.execute(statement, []);
    }
  });
  await connection.execute(
    `insert into schema_migrations (version, name, checksum, indexes_pending, requires)
     values (${version}, '${name}', '${checksumOf(migration)}', ${later.length > 0 ? 1 : 0}, ${migration.requires ?? 'null'})`,
    [],
  );
}

/** The error stays what it is, because the engine decides by its type whether to try again. */
async function naming({ name }: Migration, work: () => Promise<void>): Promise<void> {
  try {
    await work();
  } catch (error) {
    if (error instanceof StorageUnavailable || !(error instanceof Error)) throw error;
    error.message = `Migration ${name} failed: ${error.message}`;
    throw error;
  }
}

/** The previous version inserts a version and a name only, and may still run. */
async function prepareTable(
  store: MigrationStore,
  connection: Connection,
  migrations: readonly Migration[],
): Promise<void> {
  await connection.execute(
    'create table if not exists schema_migrations (version integer primary key, name text not null)',
    [],
  );
  const present = await readColumns(store, connection);
  for (const [name, type] of Object.entries(laterColumns)) {
    if (present.includes(name)) continue;
    await connection.execute(`alter table schema_migrations add column ${name} ${type}`, []);
  }
  for (const migration of migrations) {
    await connection.execute(
      `update schema_migrations set checksum = '${checksumOf(migration)}'
       where version = ${migration.version} and checksum is null`,
      [],
    );
  }
}

/** Columns that the first version did not have. */
const laterColumns = {
  checksum: 'text',
  indexes_pending: 'integer not null default 0',
  requires: 'integer',
};

async function readColumns(
  { columnsQuery }: MigrationStore,
  connection: Connection,
): Promise<readonly string[]> {
  const { rows } = await connection.execute(columnsQuery, []);
  return (rows as { name: string }[]).map(({ name }) => name);
}

/** By version; null while the table or its newer columns are missing. */
async function readApplied(
  store: MigrationStore,
  connection: Connection,
): Promise<ReadonlyMap<number, AppliedMigration> | null> {
  const columns = await readColumns(store, connection);
  if (!Object.keys(laterColumns).every((name) => columns.includes(name))) return null;
  const { rows } = await connection.execute(
    'select version, checksum, indexes_pending as "indexesPending", requires from schema_migrations',
    [],
  );
  return new Map((rows as AppliedMigration[]).map((row) => [row.version, row]));
}

function isFinished(row: AppliedMigration | undefined): boolean {
  return row !== undefined && row.checksum !== null && row.indexesPending === 0;
}

/** A newer version may have dropped what this one uses; until it says so, both can run. */
function assertUsable(
  migrations: readonly Migration[],
  applied: ReadonlyMap<number, AppliedMigration>,
): void {
  const newest = migrations.at(-1)?.version ?? 0;
  const required = Math.max(0, ...[...applied.values()].map(({ requires }) => requires ?? 0));
  if (required <= newest) return;
  throw new ConfigError(
    `The database was migrated by a newer version of Hostmaster, which has dropped what this version uses (it needs migration ${required}, the newest here is ${newest}). Start the newer version, or restore a backup from before the upgrade.`,
  );
}

function assertUnchanged(
  migrations: readonly Migration[],
  applied: ReadonlyMap<number, AppliedMigration>,
): void {
  for (const migration of migrations) {
    const checksum = applied.get(migration.version)?.checksum ?? null;
    if (checksum === null || checksum === checksumOf(migration)) continue;
    throw new Error(
      `Migration ${migration.name} is not the one that this database was migrated with: its statements have changed. Start a version that has the original one.`,
    );
  }
}

/** Databases keep it, so the same statements must always give the same one. */
function checksumOf({ statements }: Migration): string {
  const text = statements.map((statement) => `${statement.replace(/\s+/g, ' ')};`).join('\n');
  return createHash('sha256').update(text).digest('hex');
}
