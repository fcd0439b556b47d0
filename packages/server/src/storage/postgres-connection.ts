/** Connections to PostgreSQL, its reads outside of transactions, and what its errors mean. */
import pg from 'pg';
import { StorageUnavailable } from '../base/errors.ts';
import type { Connection, Result } from './database.ts';
import {
  PreparedStatements,
  type SentStatement,
  SkippedStatement,
  StatementBatch,
  wireValue,
} from './postgres-batch.ts';

/** COMMIT was sent and its answer lost: only a query can decide whether it was committed. */
export class CommitUnanswered extends Error {
  override readonly name = 'CommitUnanswered';
  readonly backendPid: number;

  constructor(backendPid: number, cause: unknown) {
    super('The answer to COMMIT was lost.', { cause });
    this.backendPid = backendPid;
  }
}

interface WaitingRead extends SentStatement {
  /** How often a connection had statements prepared before a migration. */
  readonly retries: number;
}

/** The maximum number of reads in one batch. */
const readsTogetherMax = 32;
const readRetriesMax = 5;

export interface ReadPools {
  /** Each transaction or snapshot has a connection of its own. */
  readonly transactions: pg.Pool;
  readonly reads: pg.Pool;
}

export interface Pools extends ReadPools {
  /** For changes that share commits: postgres-commits.ts. */
  readonly shared: pg.Pool;
}

/**
 * Reads that arrive in one turn of the event loop are sent together, on one connection and in one
 * write to its socket. Transactions use other pools, so reads continue while all transactions wait
 * for a lock.
 */
export class PostgresPool implements Connection {
  readonly #pools: Pools | ReadPools;
  readonly #prepared = new WeakMap<pg.PoolClient, PreparedStatements>();
  #waiting: WaitingRead[] = [];

  constructor(pools: Pools | ReadPools) {
    this.#pools = pools;
  }

  get transactions(): pg.Pool {
    return this.#pools.transactions;
  }

  async execute(sql: string, parameters: readonly unknown[]): Promise<Result> {
    const answered = Promise.withResolvers<Result>();
    this.#enqueue({ sql, values: parameters.map(wireValue), answered, retries: 0 });
    return answered.promise;
  }

  /** Sends the statements together; each is answered on its own. */
  send(client: pg.PoolClient, statements: readonly SentStatement[]): StatementBatch {
    let prepared = this.#prepared.get(client);
    if (prepared === undefined) {
      prepared = new PreparedStatements();
      this.#prepared.set(client, prepared);
    }
    return client.query(new StatementBatch(statements, prepared));
  }

  async close(): Promise<void> {
    await Promise.all(Object.values(this.#pools).map((pool: pg.Pool) => pool.end()));
  }

  #enqueue(read: WaitingRead): void {
    this.#waiting.push(read);
    if (this.#waiting.length === 1) setImmediate(() => this.#sendWaiting());
  }

  #sendWaiting(): void {
    const reads = this.#waiting;
    this.#waiting = [];
    for (let start = 0; start < reads.length; start += readsTogetherMax) {
      void this.#sendReads(reads.slice(start, start + readsTogetherMax));
    }
  }

  /** Never rejects: each read resolves or rejects on its own. */
  async #sendReads(reads: readonly WaitingRead[]): Promise<void> {
    let client: pg.PoolClient;
    try {
      client = await this.#pools.reads.connect();
    } catch (error) {
      for (const { answered } of reads) answered.reject(new StorageUnavailable(error));
      return;
    }
    let isBroken = false;
    const sent = reads.map((read) => ({
      read,
      ...read,
      answered: Promise.withResolvers<Result>(),
    }));
    this.send(client, sent);
    const answers = sent.map(async ({ read, answered }) => {
      try {
        read.answered.resolve(await answered.promise);
      } catch (error) {
        isBroken ||= isConnectionLoss(error) || isOutdated(error);
        const isSkipped = error instanceof SkippedStatement;
        const isRetried = isOutdated(error) && read.retries < readRetriesMax;
        if (isSkipped) this.#enqueue(read);
        else if (isRetried) this.#enqueue({ ...read, retries: read.retries + 1 });
        else read.answered.reject(translate(error));
      }
    });
    await Promise.all(answers);
    client.release(isBroken);
  }
}

/** Serialization failure, deadlock or an outdated plan: the same work may succeed on another try. */
export function isRetryable(error: unknown): boolean {
  if (!(error instanceof pg.DatabaseError)) return false;
  return error.code === '40001' || error.code === '40P01' || isOutdated(error);
}

/** Another transaction held a lock for longer than this connection waits. */
export function isLockTimeout(error: unknown): boolean {
  const cause = error instanceof StorageUnavailable ? error.cause : error;
  return cause instanceof pg.DatabaseError && cause.code === '55P03';
}

/** Another process has migrated: the statement was prepared for the old tables. */
export function isOutdated(error: unknown): boolean {
  return (
    error instanceof pg.DatabaseError && error.code === '0A000' && /cached plan/.test(error.message)
  );
}

export function translate(error: unknown): unknown {
  return isConnectionLoss(error) || isOutOfResources(error) ? new StorageUnavailable(error) : error;
}

/** No answer of the server, or classes 08 and 57P: the connection or the server went away. */
export function isConnectionLoss(error: unknown): boolean {
  if (error instanceof SkippedStatement) return false;
  return !(error instanceof pg.DatabaseError) || /^(08|57P)/.test(error.code ?? '');
}

/** Classes 53 and 58: disk full, out of memory, I/O errors; 55P03: lock wait; 25006: read-only. */
function isOutOfResources(error: unknown): boolean {
  return error instanceof pg.DatabaseError && /^(53|58|55P03|25006)/.test(error.code ?? '');
}
