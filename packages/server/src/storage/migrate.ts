/**
 * Numbered, forward-only migrations, in SQL that both engines read. All pending ones run in one
 * transaction; processes that start together wait for the first and find nothing left to do.
 */
import { readdirSync, readFileSync } from 'node:fs';
import { CompiledQuery, type Kysely, type Transaction } from 'kysely';

export interface Migration {
  readonly version: number;
  readonly name: string;
  readonly statements: readonly string[];
}

/** Reads `NNNN-name.sql` files; statements end with a semicolon at the end of a line. */
export function readMigrations(directory: URL): readonly Migration[] {
  return readdirSync(directory)
    .filter((file) => file.endsWith('.sql'))
    .sort()
    .map((file) => ({
      version: Number.parseInt(file, 10),
      name: file.replace(/\.sql$/, ''),
      statements: readFileSync(new URL(file, directory), 'utf8')
        .replace(/^--.*$/gm, '')
        .split(/;\s*$/m)
        .map((statement) => statement.trim())
        .filter((statement) => statement !== ''),
    }));
}

export async function migrate<Schema>(options: {
  readonly kysely: Kysely<Schema>;
  readonly migrations: readonly Migration[];
  /** A statement that makes other starting processes wait; null where BEGIN already does. */
  readonly lock: string | null;
}): Promise<void> {
  await options.kysely.transaction().execute(async (tx) => {
    if (options.lock !== null) await run(tx, options.lock);
    await run(
      tx,
      'create table if not exists schema_migrations (version integer primary key, name text not null)',
    );
    const result = await tx.executeQuery<{ version: number }>(
      CompiledQuery.raw('select version from schema_migrations'),
    );
    const applied = new Set(result.rows.map((row) => row.version));
    for (const migration of options.migrations) {
      if (applied.has(migration.version)) continue;
      for (const statement of migration.statements) await run(tx, statement);
      await run(
        tx,
        `insert into schema_migrations (version, name) values (${migration.version}, '${migration.name}')`,
      );
    }
  });
}

async function run<Schema>(tx: Transaction<Schema>, sql: string): Promise<void> {
  await tx.executeQuery(CompiledQuery.raw(sql));
}
