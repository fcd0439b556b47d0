/** The SQLite store: one file, a group-committing writer and a read-only connection beside it. */

import {
  type Dialect,
  type Reader,
  sqliteDialect,
  type TransactionOptions,
  type Tx,
} from '@hostmaster/storage';
import { EventBus } from '../base/events.ts';
import { ZoneKeyRing } from '../base/zone-key-ring.ts';
import { ContactSealer } from './contact-sealer.ts';
import {
  type Connection,
  type Database,
  QueryRunner,
  type Result,
  type SnapshotReader,
} from './database.ts';
import type { Migration } from './migrate.ts';
import { RowStatements } from './row-statements.ts';
import { SharedReads } from './shared-reads.ts';
import { SnapshotConnections } from './snapshot-connections.ts';
import { type CommitListener, SqliteCommits } from './sqlite-commits.ts';
import { SqliteConnection } from './sqlite-connection.ts';
import { migrateSqlite } from './sqlite-migrations.ts';
import { WalCheckpoints } from './wal-checkpoints.ts';
import { emptyModel, type StoreModel, type Work } from './work.ts';

export interface SqliteOptions {
  readonly file: string;
  readonly migrations: readonly Migration[];
  /** What `change` can write; nothing when absent. */
  readonly model?: StoreModel;
  /** A bus of its own when absent. */
  readonly events?: EventBus;
  readonly zoneKeys?: ZoneKeyRing;
  readonly contacts?: ContactSealer;
  /** Called after each commit; used by metrics. */
  readonly onBatch?: CommitListener;
}

/** At a time, of customers and of DNS; each has a connection. */
const snapshotsMax = { customers: 6, reserved: 4 };

export async function openSqlite<Schema>(options: SqliteOptions): Promise<Database<Schema>> {
  const writer = new SqliteConnection(options.file, { readOnly: false });
  try {
    await writer.pragmas([
      'journal_mode = wal',
      'synchronous = full',
      'foreign_keys = on',
      // Small changes all over a large database: 64 MiB of pages.
      'cache_size = -65536',
      // wal-checkpoints.ts makes checkpoints earlier. This one, at 64 MiB, would hold up all requests.
      'wal_autocheckpoint = 16384',
    ]);
    await migrateSqlite(writer, options.migrations);
    return new SqliteDatabase<Schema>(writer, options);
  } catch (error) {
    writer.close();
    throw error;
  }
}

class SqliteDatabase<Schema> extends QueryRunner<Schema> implements Database<Schema> {
  readonly dialect: Dialect = sqliteDialect;
  readonly events: EventBus;
  readonly zoneKeys: ZoneKeyRing;
  readonly contacts: ContactSealer;
  readonly #writer: SqliteConnection;
  readonly #reader: SqliteConnection;
  readonly #reads: SharedReads;
  readonly #checkpoints: WalCheckpoints;
  readonly #commits: SqliteCommits<Schema>;
  readonly #snapshots: SnapshotConnections;
  readonly #reservedSnapshots: SnapshotConnections;
  readonly reserved: SnapshotReader<Schema>;

  constructor(
    writer: SqliteConnection,
    {
      file,
      onBatch,
      events,
      zoneKeys,
      contacts = new ContactSealer(null),
      model = emptyModel,
    }: SqliteOptions,
  ) {
    const reader = new SqliteConnection(file, { readOnly: true });
    const reads = new SharedReads(reader);
    super(reads, sqliteDialect, contacts);
    this.events = events ?? new EventBus();
    this.zoneKeys = zoneKeys ?? new ZoneKeyRing(null);
    this.contacts = contacts;
    this.#snapshots = new SnapshotConnections(file, snapshotsMax.customers);
    this.#reservedSnapshots = new SnapshotConnections(file, snapshotsMax.reserved);
    // Reads on their own are synchronous and wait for no connection.
    this.reserved = {
      all: (query, params) => this.all(query, params),
      first: (query, params) => this.first(query, params),
      snapshot: (work) => this.#read(this.#reservedSnapshots, work),
    };
    this.#writer = writer;
    this.#reader = reader;
    this.#reads = reads;
    const checkpoints = new WalCheckpoints(writer);
    this.#checkpoints = checkpoints;
    this.#commits = new SqliteCommits<Schema>(writer, {
      sealer: contacts,
      statements: new RowStatements(model, sqliteDialect, contacts),
      onCommit: (commit) => {
        reads.refresh();
        onBatch?.(commit);
      },
      betweenCommits: () => checkpoints.afterCommit(),
      publish: (event) => this.events.publish(event),
    });
  }

  change<Loaded, Answer>(work: Work<Schema, Loaded, Answer>): Promise<Answer> {
    return this.#commits.change(work);
  }

  async transaction<T>(
    work: (tx: Tx<Schema>) => Promise<T>,
    options?: TransactionOptions,
  ): Promise<T> {
    const connection = new OpenTransaction(this.#writer);
    const tx = new QueryRunner<Schema>(connection, sqliteDialect, this.contacts);
    return this.#commits.exclusively(options?.owner ?? '', async () => {
      try {
        return await work(tx);
      } finally {
        connection.end();
      }
    });
  }

  /** Uses a separate connection, so that other reads do not see the older snapshot. */
  snapshot<T>(work: (reader: Reader<Schema>) => Promise<T>): Promise<T> {
    return this.#read(this.#snapshots, work);
  }

  /** Nothing to do: a database in one file has one service. */
  listenToOthers(): void {}

  beginTurn(): void {
    this.#reads.beginTurn();
  }

  version(): number {
    return this.#reads.version();
  }

  /** A database in one file has one service, and its commands are of the same version. */
  async isSharedWithEarlier(): Promise<boolean> {
    return false;
  }

  async ping(): Promise<void> {
    await this.#reader.execute('select 1', []);
  }

  async close(): Promise<void> {
    this.#snapshots.close();
    this.#reservedSnapshots.close();
    await this.#checkpoints.close();
    this.#reader.close();
    this.#writer.close();
  }

  #read<T>(
    connections: SnapshotConnections,
    work: (reader: Reader<Schema>) => Promise<T>,
  ): Promise<T> {
    return connections.use(async (connection) => {
      connection.run('begin');
      const result = await work(new QueryRunner<Schema>(connection, sqliteDialect, this.contacts));
      connection.run('commit');
      return result;
    });
  }
}

/** The writer, for the time of one transaction. */
class OpenTransaction implements Connection {
  readonly #writer: SqliteConnection;
  #isOver = false;

  constructor(writer: SqliteConnection) {
    this.#writer = writer;
  }

  end(): void {
    this.#isOver = true;
  }

  async execute(sql: string, parameters: readonly unknown[]): Promise<Result> {
    if (this.#isOver) throw new Error('The transaction has ended.');
    return this.#writer.execute(sql, parameters);
  }
}
