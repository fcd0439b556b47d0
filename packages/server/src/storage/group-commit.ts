/**
 * A Kysely driver that lets many transactions share one durable commit.
 *
 * There is one writer, first come first served. The first transaction opens BEGIN IMMEDIATE; each
 * runs as a savepoint to its end and hands the writer on; COMMIT comes when the event loop has
 * nothing more for the batch (setImmediate), at `batchMembersMax`, or after `batchMsMax`. Results
 * and refusals alike wait for the shared COMMIT, because either may rest on another member's
 * uncommitted rows.
 *
 * Queries are synchronous, so a transaction that awaits nothing else ends within the macrotask it
 * began in. One that still holds the writer when the batch wants to commit has awaited something
 * foreign: it is rolled back and its next query fails.
 */
import { performance } from 'node:perf_hooks';
import type {
  CompiledQuery,
  DatabaseConnection,
  Driver,
  QueryResult,
  TransactionSettings,
} from 'kysely';
import { StorageUnavailable } from '../base/errors.ts';
import { isBusy, isStorageFault, retryWhileBusy, type SqliteConnection } from './sqlite.ts';

const batchMembersMax = 256;
const batchMsMax = 5;

export type BatchListener = (batch: { members: number; failed: boolean }) => void;

interface Batch {
  readonly openedAt: number;
  readonly settled: PromiseWithResolvers<void>;
  members: number;
}

export class GroupCommitDriver implements Driver {
  readonly #writer: SqliteConnection;
  readonly #openReader: () => SqliteConnection;
  readonly #reader: SqliteConnection;
  readonly #onBatch: BatchListener | undefined;
  readonly #queue: { readonly member: GroupMember; readonly resume: () => void }[] = [];
  #holder: GroupMember | null = null;
  #batch: Batch | null = null;

  constructor(options: {
    writer: SqliteConnection;
    openReader: () => SqliteConnection;
    onBatch: BatchListener | undefined;
  }) {
    this.#writer = options.writer;
    this.#openReader = options.openReader;
    this.#reader = options.openReader();
    this.#onBatch = options.onBatch;
  }

  async init(): Promise<void> {}

  async acquireConnection(): Promise<DatabaseConnection> {
    return new GroupMember(this.#reader);
  }

  async releaseConnection(connection: DatabaseConnection): Promise<void> {
    asMember(connection).endSnapshot();
  }

  async beginTransaction(
    connection: DatabaseConnection,
    settings: TransactionSettings,
  ): Promise<void> {
    const member = asMember(connection);
    if (settings.accessMode === 'read only') {
      member.beginSnapshot(this.#openReader());
      return;
    }
    const askedAt = Date.now();
    await this.#takeWriter(member);
    try {
      if (this.#batch === null) await this.#openBatch(askedAt);
      this.#writer.exec('savepoint member');
    } catch (error) {
      this.#afterFailure(error);
      this.#passWriter();
      throw isStorageFault(error) ? new StorageUnavailable(error) : error;
    }
    member.enter({ writer: this.#writer, onError: (error) => this.#afterFailure(error) });
  }

  async commitTransaction(connection: DatabaseConnection): Promise<void> {
    const member = asMember(connection);
    if (member.isSnapshot) return;
    member.assertUsable();
    const batch = this.#requireBatch();
    this.#writer.exec('release member');
    batch.members += 1;
    member.leave();
    this.#passWriter();
    await batch.settled.promise;
  }

  async rollbackTransaction(connection: DatabaseConnection): Promise<void> {
    const member = asMember(connection);
    if (member.isSnapshot) return;
    const batch = member.isInside ? this.#requireBatch() : null;
    if (batch !== null) this.#writer.exec('rollback to member; release member');
    member.leave();
    if (this.#holder === member) this.#passWriter();
    await batch?.settled.promise;
  }

  async destroy(): Promise<void> {
    this.#reader.close();
    this.#writer.close();
  }

  async #takeWriter(member: GroupMember): Promise<void> {
    if (this.#holder === null) {
      this.#holder = member;
      return;
    }
    await new Promise<void>((resume) => this.#queue.push({ member, resume }));
  }

  /** Waiting counts from when a transaction was asked for: those in line give up together. */
  async #openBatch(askedAt: number): Promise<void> {
    await retryWhileBusy(() => this.#writer.exec('begin immediate'), askedAt);
    const batch: Batch = {
      openedAt: performance.now(),
      settled: Promise.withResolvers<void>(),
      members: 0,
    };
    // A batch whose members were all refused has no listener; its failure is not a fault of ours.
    batch.settled.promise.catch(() => {});
    this.#batch = batch;
    setImmediate(() => {
      if (this.#batch === batch) this.#commitAtRest();
    });
  }

  /** The event loop came round: whoever still holds the writer has awaited something foreign. */
  #commitAtRest(): void {
    const stray = this.#holder;
    if (stray !== null) {
      this.#writer.exec('rollback to member; release member');
      stray.expel(new Error('A transaction awaited something other than its own queries.'));
    }
    this.#commit();
    if (stray !== null) this.#passWriter();
  }

  #commit(): void {
    const batch = this.#requireBatch();
    try {
      this.#writer.exec('commit');
    } catch (error) {
      this.#failBatch(error);
      return;
    }
    this.#batch = null;
    this.#onBatch?.({ members: batch.members, failed: false });
    batch.settled.resolve();
  }

  /** Hands the writer to the next in line; a full or old batch commits first and lets sockets in. */
  #passWriter(): void {
    const next = this.#queue.shift();
    this.#holder = null;
    if (next === undefined) return;
    const batch = this.#batch;
    const isSpent =
      batch !== null &&
      (batch.members >= batchMembersMax || performance.now() - batch.openedAt > batchMsMax);
    if (isSpent) this.#commit();
    this.#holder = next.member;
    if (isSpent) setImmediate(next.resume);
    else next.resume();
  }

  /** After some errors (disk full) SQLite has rolled back on its own: nothing may autocommit then. */
  #afterFailure(error: unknown): void {
    if (this.#batch !== null && !this.#writer.isTransaction) this.#failBatch(error);
  }

  #failBatch(cause: unknown): void {
    const batch = this.#requireBatch();
    this.#abandon();
    this.#batch = null;
    this.#onBatch?.({ members: batch.members, failed: true });
    const failure = new StorageUnavailable(cause);
    this.#holder?.expel(failure);
    batch.settled.reject(failure);
  }

  /** A rollback that fails too leaves nothing to undo: the next BEGIN will tell. */
  #abandon(): void {
    try {
      if (this.#writer.isTransaction) this.#writer.exec('rollback');
    } catch {}
  }

  #requireBatch(): Batch {
    if (this.#batch === null) throw new Error('No batch is open.');
    return this.#batch;
  }
}

/** Kysely's view of a connection: reads go to the reader until a transaction begins. */
class GroupMember implements DatabaseConnection {
  readonly #reader: SqliteConnection;
  #inside: { writer: SqliteConnection; onError: (error: unknown) => void } | null = null;
  #snapshot: SqliteConnection | null = null;
  #expelled: Error | null = null;

  constructor(reader: SqliteConnection) {
    this.#reader = reader;
  }

  get isSnapshot(): boolean {
    return this.#snapshot !== null;
  }

  /** A connection of its own, so that other reads do not see the snapshot's age. */
  beginSnapshot(connection: SqliteConnection): void {
    connection.exec('begin');
    this.#snapshot = connection;
  }

  endSnapshot(): void {
    this.#snapshot?.close();
    this.#snapshot = null;
  }

  get isInside(): boolean {
    return this.#inside !== null;
  }

  enter(inside: { writer: SqliteConnection; onError: (error: unknown) => void }): void {
    this.#inside = inside;
  }

  leave(): void {
    this.#inside = null;
  }

  /** The transaction is gone; whatever it still tries must fail. */
  expel(reason: Error): void {
    this.#expelled = reason;
    this.#inside = null;
  }

  assertUsable(): void {
    if (this.#expelled !== null) throw this.#expelled;
  }

  async executeQuery<R>(compiled: CompiledQuery): Promise<QueryResult<R>> {
    this.assertUsable();
    const connection = this.#inside?.writer ?? this.#snapshot ?? this.#reader;
    try {
      const { rows, changes } = connection.query(compiled.sql, compiled.parameters);
      return { rows: rows as R[], numAffectedRows: changes };
    } catch (error) {
      this.#inside?.onError(error);
      throw isStorageFault(error) || isBusy(error) ? new StorageUnavailable(error) : error;
    }
  }

  // biome-ignore lint/correctness/useYield: lists page by key; no cursor stays open across a turn.
  async *streamQuery<R>(): AsyncIterableIterator<QueryResult<R>> {
    throw new Error('Streaming is not offered: page by key instead.');
  }
}

function asMember(connection: DatabaseConnection): GroupMember {
  if (!(connection instanceof GroupMember)) throw new TypeError('A foreign connection.');
  return connection;
}
