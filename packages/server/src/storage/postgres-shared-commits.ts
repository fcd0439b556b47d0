/**
 * Lets many PostgreSQL transactions share one durable commit, as group-commit.ts does on SQLite.
 *
 * There are a few writers with one connection each. All transactions of a key (a workspace) queue at
 * one writer, so that they do not wait for each other's row locks over several round trips; a new
 * key takes the writer with the shortest queue, where keys take turns. A writer opens BEGIN, runs
 * each transaction as a savepoint to its end, and commits when its queue is empty, at
 * `membersMax`, or after `groupMsMax`. Results and refusals wait for the shared COMMIT, because
 * either may depend on another member's uncommitted rows.
 *
 * Statements that are not awaited are sent together with those of the next member. When one fails, the
 * group is rolled back and each of its members runs alone.
 *
 * A member that meets a lock from elsewhere (a job, another process) leaves its group after
 * `lockMsMax` and runs alone, and so do all of its key for `aloneMs`: other members do not wait.
 */
import { performance } from 'node:perf_hooks';
import { StorageUnavailable } from '../base/errors.ts';
import { FairQueue } from '../base/fair-queue.ts';
import type { Closing } from './closing-writes.ts';
import type { Result, WriteConnection } from './database.ts';
import {
  CommitUnanswered,
  isLockTimeout,
  isRetryable,
  type PostgresPool,
  type PostgresTransaction,
} from './postgres-connection.ts';

/** More than 64 savepoints make PostgreSQL look up their state on disk. */
const membersMax = 32;
const groupMsMax = 20;
const aloneMs = 1_000;

/** The transaction must be run again, in a transaction of its own. */
export class RunAlone extends Error {
  override readonly name = 'RunAlone';
}

type Work<T> = (connection: WriteConnection) => Promise<T>;

interface Waiting {
  readonly key: string;
  readonly work: Work<unknown>;
  /** What the transaction writes together with the commit. */
  readonly closing: Closing;
  readonly answer: PromiseWithResolvers<unknown>;
}

export class SharedCommits {
  readonly #writers: readonly Writer[];
  readonly #assigned = new Map<string, { readonly writer: Writer; members: number }>();
  readonly #aloneUntil = new Map<string, number>();

  constructor(pool: PostgresPool, writers: number) {
    this.#writers = Array.from({ length: writers }, () => new Writer(pool));
  }

  /** Resolves or rejects when the commit it shares has happened; `RunAlone` when it shared none. */
  async transaction<T>(key: string, work: Work<T>, closing: Closing): Promise<T> {
    if (this.#isAlone(key)) throw new RunAlone();
    const place = this.#assigned.get(key) ?? { writer: this.#idlest(), members: 0 };
    this.#assigned.set(key, place);
    place.members += 1;
    try {
      return await place.writer.transaction(key, work, closing);
    } catch (error) {
      if (error instanceof RunAlone) this.#aloneUntil.set(key, performance.now() + aloneMs);
      throw error;
    } finally {
      place.members -= 1;
      if (place.members === 0) this.#assigned.delete(key);
    }
  }

  #isAlone(key: string): boolean {
    if (this.#writers.length === 0) return true;
    if (this.#aloneUntil.size === 0) return false;
    const now = performance.now();
    for (const [each, until] of this.#aloneUntil) {
      if (until <= now) this.#aloneUntil.delete(each);
    }
    return this.#aloneUntil.has(key);
  }

  #idlest(): Writer {
    return this.#writers.reduce((a, b) => (b.load < a.load ? b : a));
  }
}

class Writer {
  readonly #pool: PostgresPool;
  readonly #queue = new FairQueue<Waiting>();
  #load = 0;
  #isRunning = false;

  constructor(pool: PostgresPool) {
    this.#pool = pool;
  }

  /** How many wait or run. */
  get load(): number {
    return this.#load;
  }

  async transaction<T>(key: string, work: Work<T>, closing: Closing): Promise<T> {
    const answer = Promise.withResolvers<T>();
    this.#queue.add(key, {
      key,
      work,
      closing,
      answer: answer as PromiseWithResolvers<unknown>,
    });
    this.#load += 1;
    if (!this.#isRunning) void this.#run();
    try {
      return await answer.promise;
    } finally {
      this.#load -= 1;
    }
  }

  async #run(): Promise<void> {
    this.#isRunning = true;
    while (this.#queue.keyCount > 0) await this.#runGroup();
    this.#isRunning = false;
  }

  /** Never rejects: each member resolves or rejects on its own. */
  async #runGroup(): Promise<void> {
    let group: PostgresTransaction;
    try {
      group = await this.#pool.beginShared();
    } catch (error) {
      // The server cannot be reached: the others would wait for it one after another.
      for (let next = this.#queue.take(); next !== undefined; next = this.#queue.take()) {
        next.answer.reject(error);
      }
      return;
    }
    const openedAt = performance.now();
    const settlements: Settlement[] = [];
    const leaving = new Set<string>();
    while (
      !group.isLost &&
      !group.hasFailed &&
      settlements.length < membersMax &&
      performance.now() - openedAt < groupMsMax
    ) {
      const next = this.#queue.take();
      if (next === undefined) break;
      const settlement = await runMember(group, next, leaving);
      if (settlement !== null) settlements.push(settlement);
    }
    await settle(group, settlements);
    group.release();
  }
}

/** The answer to a member once its group is committed, or could not be. */
interface Settlement {
  /** Null for a member that was refused. */
  readonly closing: Closing | null;
  committed(): void;
  failed(error: unknown): void;
}

/** Null for a member that has left the group. */
async function runMember(
  group: PostgresTransaction,
  { key, work, answer, closing }: Waiting,
  leaving: Set<string>,
): Promise<Settlement | null> {
  if (leaving.has(key)) {
    answer.reject(new RunAlone());
    return null;
  }
  const member = new Member(group);
  group.setSavepoint();
  try {
    const result = await work(member);
    member.end();
    group.releaseSavepoint();
    return {
      closing,
      committed: () => answer.resolve(result),
      failed: (error) => answer.reject(error),
    };
  } catch (error) {
    member.end();
    await group.rollBackToSavepoint();
    if (isRetryable(error) || isLockTimeout(error)) {
      leaving.add(key);
      answer.reject(new RunAlone());
      return null;
    }
    // It changed nothing, so what became of the others' COMMIT does not matter to it.
    const refused = (fault: unknown) =>
      answer.reject(
        fault instanceof StorageUnavailable || fault instanceof RunAlone
          ? fault
          : new StorageUnavailable(fault),
      );
    return { closing: null, committed: () => answer.reject(error), failed: refused };
  }
}

async function settle(
  group: PostgresTransaction,
  settlements: readonly Settlement[],
): Promise<void> {
  const [first, ...others] = settlements.flatMap(({ closing }) => closing ?? []);
  for (const other of others) first?.join(other);
  try {
    await group.commit(first);
  } catch (error) {
    // An unawaited statement has failed, or the closing ones met a lock for too long:
    // nothing was committed.
    const isRolledBack =
      !(error instanceof CommitUnanswered) &&
      (group.hasFailed || isRetryable(error) || isLockTimeout(error));
    const failure = isRolledBack ? new RunAlone() : error;
    for (const settlement of settlements) settlement.failed(failure);
    return;
  }
  for (const settlement of settlements) settlement.committed();
}

/** One transaction's handle to the connection of its group: usable until the transaction ends. */
class Member implements WriteConnection {
  readonly #group: PostgresTransaction;
  #isOver = false;

  constructor(group: PostgresTransaction) {
    this.#group = group;
  }

  end(): void {
    this.#isOver = true;
  }

  async execute(sql: string, parameters: readonly unknown[]): Promise<Result> {
    if (this.#isOver) throw new Error('The transaction has ended.');
    return this.#group.execute(sql, parameters);
  }
  send(sql: string, parameters: readonly unknown[]): void {
    if (this.#isOver) throw new Error('The transaction has ended.');
    this.#group.send(sql, parameters);
  }
}
