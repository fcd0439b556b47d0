/**
 * Numbered, forward-only migrations, in SQL that both engines read. All pending ones run in one
 * transaction; processes that start at the same time wait for the first and skip what it did.
 */
import { readdirSync, readFileSync } from 'node:fs';
import type { Connection } from './database.ts';

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

/** Runs inside a transaction that other starting processes wait for. */
export async function migrate(
  connection: Connection,
  migrations: readonly Migration[],
): Promise<void> {
  await connection.execute(
    'create table if not exists schema_migrations (version integer primary key, name text not null)',
    [],
  );
  const { rows } = await connection.execute('select version from schema_migrations', []);
  const applied = new Set((rows as { version: number }[]).map((row) => row.version));
  for (const { version, name, statements } of migrations) {
    if (applied.has(version)) continue;
    for (const statement of statements) await connection.execute(statement, []);
    await connection.execute(
      `insert into schema_migrations (version, name) values (${version}, '${name}')`,
      [],
    );
  }
}
