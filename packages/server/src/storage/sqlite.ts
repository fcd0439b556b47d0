/** The SQLite store: one file, a group-committing writer and a read-only connection beside it. */
import { EventBus } from '../base/events.ts';
import { emptyModel, type StoreModel, type Work } from './change.ts';
import { ChangesInTransactions } from './change-in-transaction.ts';
import { ClosingWrites } from './closing-writes.ts';
import { type Database, QueryRunner, type TransactionOptions, type Tx } from './database.ts';
import { type Dialect, sqliteDialect } from './dialect.ts';
import { type BatchListener, GroupCommit } from './group-commit.ts';
import { type Migration, migrate } from './migrate.ts';
import type { Reader } from './reader.ts';
import { SharedReads } from './shared-reads.ts';
import { SnapshotConnections } from './snapshot-connections.ts';
import { SqliteConnection } from './sqlite-connection.ts';

export interface SqliteOptions {
  readonly file: string;
  readonly migrations: readonly Migration[];
  /** What `change` can write; nothing when absent. */
  readonly model?: StoreModel;
  /** A bus of its own when absent. */
  readonly events?: EventBus;
  /** Called after each shared commit; used by metrics. */
  readonly onBatch?: BatchListener;
}

export async function openSqlite<Schema>(options: SqliteOptions): Promise<Database<Schema>> {
  const writer = new SqliteConnection(options.file, { readOnly: false });
  try {
    await writer.pragmas([
      'journal_mode = wal',
      'synchronous = full',
      'foreign_keys = on',
      // Small changes all over a large database: 64 MiB of pages, and a checkpoint each 16 MiB.
      'cache_size = -65536',
      'wal_autocheckpoint = 4096',
    ]);
    const migration = new GroupCommit(writer);
    await migration.transaction((connection) => migrate(connection, options.migrations));
    return new SqliteDatabase<Schema>(writer, options);
  } catch (error) {
    writer.close();
    throw error;
  }
}

class SqliteDatabase<Schema> extends QueryRunner<Schema> implements Database<Schema> {
  readonly dialect: Dialect = sqliteDialect;
  readonly events: EventBus;
  readonly #writer: SqliteConnection;
  readonly #reader: SqliteConnection;
  readonly #reads: SharedReads;
  readonly #group: GroupCommit;
  readonly #snapshots: SnapshotConnections;
  readonly #changes: ChangesInTransactions<Schema>;

  constructor(
    writer: SqliteConnection,
    { file, onBatch, events, model = emptyModel }: SqliteOptions,
  ) {
    const reader = new SqliteConnection(file, { readOnly: true });
    const reads = new SharedReads(reader);
    super(reads, sqliteDialect);
    this.events = events ?? new EventBus();
    this.#snapshots = new SnapshotConnections(file);
    this.#changes = new ChangesInTransactions(this, { model, dialect: sqliteDialect });
    this.#writer = writer;
    this.#reader = reader;
    this.#reads = reads;
    this.#group = new GroupCommit(writer, (batch) => {
      reads.refresh();
      onBatch?.(batch);
    });
  }

  change<Loaded, Answer>(work: Work<Schema, Loaded, Answer>): Promise<Answer> {
    return this.#changes.change(work);
  }

  async transaction<T>(
    work: (tx: Tx<Schema>) => Promise<T>,
    options?: TransactionOptions,
  ): Promise<T> {
    const closing = new ClosingWrites<Schema>(sqliteDialect);
    const { tx, result } = await this.#group.transaction(
      async (connection) => {
        const runner = new QueryRunner<Schema>(connection, sqliteDialect, { connection, closing });
        return { tx: runner, result: await work(runner) };
      },
      { closing, ...(options?.commitsWith === undefined ? {} : { owner: options.commitsWith }) },
    );
    tx.runHooks(this.events);
    return result;
  }

  /** Uses a separate connection, so that other reads do not see the older snapshot. */
  snapshot<T>(work: (reader: Reader<Schema>) => Promise<T>): Promise<T> {
    return this.#snapshots.use(async (connection) => {
      connection.run('begin');
      const result = await work(new QueryRunner<Schema>(connection, sqliteDialect));
      connection.run('commit');
      return result;
    });
  }

  /** Nothing to do: a database in one file has one service. */
  listenToOthers(): void {}

  beginTurn(): void {
    this.#reads.beginTurn();
  }

  async ping(): Promise<void> {
    await this.#reader.execute('select 1', []);
  }

  async close(): Promise<void> {
    this.#snapshots.close();
    this.#reader.close();
    this.#writer.close();
  }
}
