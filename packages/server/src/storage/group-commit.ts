/**
 * Lets many SQLite transactions share one durable commit.
 *
 * There is one writer. Those that wait for it take turns by workspace: a workspace with many changes
 * waits for itself. The first transaction opens BEGIN IMMEDIATE; each
 * runs as a savepoint to its end and hands the writer on; COMMIT comes when the event loop has
 * nothing more for the batch (setImmediate), at `batchMembersMax`, or after `batchMsMax`. Results
 * and refusals alike wait for the shared COMMIT, because either may depend on another
 * member's uncommitted rows.
 *
 * Queries are synchronous, so a transaction that awaits nothing else ends within the macrotask it
 * began in. One that still holds the writer when the batch is due to commit has awaited something
 * else: it is rolled back and its next query fails.
 */
import { performance } from 'node:perf_hooks';
import { StorageUnavailable } from '../base/errors.ts';
import { FairQueue } from '../base/fair-queue.ts';
import type { Closing } from './closing-writes.ts';
import type { Result, WriteConnection } from './database.ts';
import { explainFault, retryWhileBusy, type SqliteConnection } from './sqlite-connection.ts';

const batchMembersMax = 256;
const batchMsMax = 5;

export type BatchListener = (batch: { members: number; failed: boolean }) => void;

interface Batch {
  readonly openedAt: number;
  readonly settled: PromiseWithResolvers<void>;
  members: number;
  /** Of the members that were released; null while none has any. */
  closing: Closing | null;
}

export interface MemberOptions {
  /** Transactions of different owners take turns. */
  readonly owner?: string;
  /** What the transaction writes together with the commit. */
  readonly closing?: Closing;
}

export class GroupCommit {
  readonly #writer: SqliteConnection;
  readonly #onBatch: BatchListener | undefined;
  readonly #queue = new FairQueue<{ readonly member: Member; readonly resume: () => void }>();
  #holder: Member | null = null;
  #batch: Batch | null = null;

  constructor(writer: SqliteConnection, onBatch?: BatchListener) {
    this.#writer = writer;
    this.#onBatch = onBatch;
  }

  /** Runs one transaction; resolves or rejects when the commit it shares has happened. */
  async transaction<T>(
    work: (connection: WriteConnection) => Promise<T>,
    { owner = '', closing }: MemberOptions = {},
  ): Promise<T> {
    const member = await this.#begin(owner);
    let result: T;
    try {
      result = await work(member);
      member.assertUsable();
    } catch (error) {
      await this.#rollBack(member);
      throw error;
    }
    await this.#release(member, closing);
    return result;
  }

  async #begin(owner: string): Promise<Member> {
    const member = new Member(this.#writer, (error) => this.#afterFailure(error));
    const askedAt = performance.now();
    if (this.#holder === null) this.#holder = member;
    else await new Promise<void>((resume) => this.#queue.add(owner, { member, resume }));
    try {
      if (this.#batch === null) await this.#openBatch(askedAt);
      this.#writer.run('savepoint member');
    } catch (error) {
      this.#afterFailure(error);
      this.#passWriter();
      throw explainFault(error);
    }
    return member;
  }

  async #release(member: Member, closing: Closing | undefined): Promise<void> {
    const batch = this.#requireBatch();
    this.#writer.run('release member');
    batch.members += 1;
    if (closing !== undefined && closing.entries.size > 0) {
      if (batch.closing === null) batch.closing = closing;
      else batch.closing.join(closing);
    }
    member.end();
    this.#passWriter();
    await batch.settled.promise;
  }

  async #rollBack(member: Member): Promise<void> {
    const batch = member.isExpelled ? null : this.#requireBatch();
    try {
      if (batch !== null) this.#writer.exec('rollback to member; release member');
    } catch (error) {
      // The state of the batch is unknown, so the whole batch fails.
      if (this.#batch !== null) this.#failBatch(error);
    }
    member.end();
    if (this.#holder === member) this.#passWriter();
    await batch?.settled.promise;
  }

  /** The wait is counted from the call, so queued transactions time out together. */
  async #openBatch(askedAt: number): Promise<void> {
    await retryWhileBusy(() => this.#writer.exec('begin immediate'), askedAt);
    const batch: Batch = {
      openedAt: performance.now(),
      settled: Promise.withResolvers<void>(),
      members: 0,
      closing: null,
    };
    // When all members were refused, no caller awaits the batch: handle its rejection here.
    batch.settled.promise.catch(() => {});
    this.#batch = batch;
    setImmediate(() => {
      if (this.#batch === batch) this.#commitAtRest();
    });
  }

  /** The batch is due: a transaction that still holds the writer has awaited something else. */
  #commitAtRest(): void {
    const unfinished = this.#holder;
    if (unfinished !== null) {
      this.#writer.exec('rollback to member; release member');
      unfinished.revoke(new Error('A transaction awaited something other than its own queries.'));
    }
    this.#commit();
    if (unfinished !== null) this.#passWriter();
  }

  #commit(): void {
    const batch = this.#requireBatch();
    try {
      for (const { sql, parameters } of batch.closing?.statements() ?? []) {
        this.#writer.query(sql, parameters);
      }
      this.#writer.exec('commit');
    } catch (error) {
      this.#failBatch(error);
      return;
    }
    this.#batch = null;
    this.#onBatch?.({ members: batch.members, failed: false });
    batch.settled.resolve();
  }

  /** Hands the writer on; a full or old batch commits first and yields to I/O. */
  #passWriter(): void {
    const next = this.#queue.take();
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

  /** After errors such as disk full SQLite rolls back on its own; nothing may autocommit then. */
  #afterFailure(error: unknown): void {
    if (this.#batch !== null && !this.#writer.isTransaction) this.#failBatch(error);
  }

  #failBatch(cause: unknown): void {
    const batch = this.#requireBatch();
    this.#abandon();
    this.#batch = null;
    this.#onBatch?.({ members: batch.members, failed: true });
    const failure = new StorageUnavailable(cause);
    this.#holder?.revoke(failure);
    batch.settled.reject(failure);
  }

  /** When the rollback fails too, nothing is left to undo: the next BEGIN reports the error. */
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

/** One transaction's handle to the writer: usable until the transaction ends or its handle is revoked. */
class Member implements WriteConnection {
  readonly #writer: SqliteConnection;
  readonly #onError: (error: unknown) => void;
  #isOver = false;
  #revoked: Error | null = null;
  /** Of a statement that was not awaited. */
  #fault: { readonly error: unknown } | null = null;

  constructor(writer: SqliteConnection, onError: (error: unknown) => void) {
    this.#writer = writer;
    this.#onError = onError;
  }

  get isExpelled(): boolean {
    return this.#revoked !== null;
  }

  /** Keeps the first reason. */
  revoke(reason: Error): void {
    this.#revoked ??= reason;
  }

  end(): void {
    this.#isOver = true;
  }

  assertUsable(): void {
    if (this.#revoked !== null) throw this.#revoked;
    if (this.#fault !== null) throw this.#fault.error;
    if (this.#isOver) throw new Error('The transaction has ended.');
  }

  async execute(sql: string, parameters: readonly unknown[]): Promise<Result> {
    this.assertUsable();
    try {
      return this.#writer.query(sql, parameters);
    } catch (error) {
      this.#onError(error);
      throw explainFault(error);
    }
  }
  send(sql: string, parameters: readonly unknown[]): void {
    this.assertUsable();
    try {
      this.#writer.query(sql, parameters);
    } catch (error) {
      this.#onError(error);
      this.#fault = { error: explainFault(error) };
    }
  }
}
