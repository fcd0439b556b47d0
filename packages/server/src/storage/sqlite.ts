/** The SQLite store: one file, a group-committing writer and a read-only connection beside it. */
import {
  type Database,
  QueryRunner,
  type Reader,
  type TransactionOptions,
  type Tx,
} from './database.ts';
import { type Dialect, sqliteDialect } from './dialect.ts';
import { type BatchListener, GroupCommit } from './group-commit.ts';
import { type Migration, migrate } from './migrate.ts';
import { SqliteConnection } from './sqlite-connection.ts';

export interface SqliteOptions {
  readonly file: string;
  readonly migrations: readonly Migration[];
  /** Hears of each shared commit; used by metrics. */
  readonly onBatch?: BatchListener;
}

export async function openSqlite<Schema>(options: SqliteOptions): Promise<Database<Schema>> {
  const writer = new SqliteConnection(options.file, { readOnly: false });
  try {
    await writer.pragmas(['journal_mode = wal', 'synchronous = full', 'foreign_keys = on']);
    const group = new GroupCommit(writer, options.onBatch);
    await group.transaction((connection) => migrate(connection, options.migrations));
    return new SqliteDatabase<Schema>(options.file, writer, group);
  } catch (error) {
    writer.close();
    throw error;
  }
}

class SqliteDatabase<Schema> extends QueryRunner<Schema> implements Database<Schema> {
  readonly dialect: Dialect = sqliteDialect;
  readonly #file: string;
  readonly #writer: SqliteConnection;
  readonly #reader: SqliteConnection;
  readonly #group: GroupCommit;

  constructor(file: string, writer: SqliteConnection, group: GroupCommit) {
    const reader = new SqliteConnection(file, { readOnly: true });
    super(reader, sqliteDialect);
    this.#file = file;
    this.#writer = writer;
    this.#reader = reader;
    this.#group = group;
  }

  async transaction<T>(
    work: (tx: Tx<Schema>) => Promise<T>,
    _options?: TransactionOptions,
  ): Promise<T> {
    let hooks: readonly (() => void)[] = [];
    const result = await this.#group.transaction((connection) => {
      const tx = new QueryRunner<Schema>(connection, sqliteDialect);
      hooks = tx.hooks;
      return work(tx);
    });
    for (const hook of hooks) hook();
    return result;
  }

  /** A connection of its own, so that other reads do not see the snapshot's age. */
  async snapshot<T>(work: (reader: Reader<Schema>) => Promise<T>): Promise<T> {
    const connection = new SqliteConnection(this.#file, { readOnly: true });
    try {
      connection.exec('begin');
      return await work(new QueryRunner<Schema>(connection, sqliteDialect));
    } finally {
      connection.close();
    }
  }

  async ping(): Promise<void> {
    await this.#reader.execute('select 1', []);
  }

  async close(): Promise<void> {
    this.#reader.close();
    this.#writer.close();
  }
}
