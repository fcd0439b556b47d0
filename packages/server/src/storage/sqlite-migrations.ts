/** Migrates a SQLite file. Each transaction looks again at what other processes have applied. */
import type { Connection } from './database.ts';
import { isMigrated, type Migration, type MigrationStore, migrate } from './migrate.ts';
import { explainFault, retryWhileBusy, type SqliteConnection } from './sqlite-connection.ts';

export async function migrateSqlite(
  writer: SqliteConnection,
  migrations: readonly Migration[],
): Promise<void> {
  const store = new SqliteMigrationStore(writer);
  if (!(await isMigrated(store, migrations))) await migrate(store, migrations);
}

class SqliteMigrationStore implements MigrationStore {
  readonly columnsQuery = "select name from pragma_table_info('schema_migrations')";
  readonly changeIndex = null;
  readonly #writer: SqliteConnection;

  constructor(writer: SqliteConnection) {
    this.#writer = writer;
  }

  execute(sql: string, parameters: readonly unknown[]) {
    return this.#writer.execute(sql, parameters);
  }

  /** Waits without a limit: another process may be in the middle of a long migration. */
  async transaction(work: (connection: Connection) => Promise<void>): Promise<void> {
    try {
      await retryWhileBusy(() => this.#writer.exec('begin immediate'), Number.POSITIVE_INFINITY);
      await work(this);
      this.#writer.exec('commit');
    } catch (error) {
      if (this.#writer.isTransaction) this.#writer.exec('rollback');
      throw explainFault(error);
    }
  }
}
