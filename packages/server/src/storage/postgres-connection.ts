/**
 * Connections to PostgreSQL. Every statement is prepared under a name, once per connection.
 * Statements that are called without waiting for an answer are sent together: BEGIN with the first
 * statement, reads of one turn, the independent writes of a transaction.
 */
import type { Socket } from 'node:net';
import pg from 'pg';
import { StorageUnavailable } from '../base/errors.ts';
import type { Connection, Result } from './database.ts';

/** COMMIT was sent and its answer lost: only a query can decide whether it was committed. */
export class CommitUnanswered extends Error {
  override readonly name = 'CommitUnanswered';
  readonly backendPid: number;

  constructor(backendPid: number, cause: unknown) {
    super('The answer to COMMIT was lost.', { cause });
    this.backendPid = backendPid;
  }
}

interface WaitingRead {
  readonly query: pg.QueryConfig;
  readonly answered: PromiseWithResolvers<Result>;
  /** How often a connection had statements prepared before a migration. */
  readonly retries: number;
}

/** The maximum number of reads in one batch. */
const readsTogetherMax = 32;
const readRetriesMax = 5;

/**
 * Reads that arrive in one turn of the event loop are sent together, on one connection and in one
 * write to its socket. A transaction has its own connection from a separate pool, so reads continue
 * while all transactions wait for a lock.
 */
export class PostgresPool implements Connection {
  readonly #transactions: pg.Pool;
  readonly #reads: pg.Pool;
  readonly #statementNames = new Map<string, string>();
  #waiting: WaitingRead[] = [];

  constructor(pools: { readonly transactions: pg.Pool; readonly reads: pg.Pool }) {
    this.#transactions = pools.transactions;
    this.#reads = pools.reads;
  }

  execute(sql: string, parameters: readonly unknown[]): Promise<Result> {
    const answered = Promise.withResolvers<Result>();
    this.#enqueue({ query: this.prepared(sql, parameters), answered, retries: 0 });
    return answered.promise;
  }

  /** One connection from BEGIN to COMMIT, or to ROLLBACK when the work fails. */
  async transaction<T>(begin: string, work: (connection: Connection) => Promise<T>): Promise<T> {
    const connection = await this.#begin(begin);
    try {
      const result = await work(connection);
      await connection.commit();
      return result;
    } catch (error) {
      await connection.rollBack();
      throw error;
    } finally {
      connection.release();
    }
  }

  prepared(sql: string, parameters: readonly unknown[]): pg.QueryConfig {
    let name = this.#statementNames.get(sql);
    if (name === undefined) {
      name = `hm${this.#statementNames.size}`;
      this.#statementNames.set(sql, name);
    }
    return { name, text: sql, values: parameters as unknown[] };
  }

  async close(): Promise<void> {
    await Promise.all([this.#transactions.end(), this.#reads.end()]);
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
      client = await this.#reads.connect();
    } catch (error) {
      for (const { answered } of reads) answered.reject(new StorageUnavailable(error));
      return;
    }
    let isBroken = false;
    const socket = socketOf(client);
    socket.cork();
    const answers = reads.map(async (read) => {
      const { query, answered, retries } = read;
      try {
        answered.resolve(resultOf(await client.query(query)));
      } catch (error) {
        isBroken ||= isConnectionLoss(error) || isOutdated(error);
        if (isOutdated(error) && retries < readRetriesMax) {
          this.#enqueue({ ...read, retries: retries + 1 });
        } else answered.reject(translate(error));
      }
    });
    socket.uncork();
    await Promise.all(answers);
    client.release(isBroken);
  }

  async #begin(statement: string): Promise<PostgresTransaction> {
    try {
      return new PostgresTransaction(this, await this.#transactions.connect(), statement);
    } catch (error) {
      throw new StorageUnavailable(error);
    }
  }
}

class PostgresTransaction implements Connection {
  readonly #pool: PostgresPool;
  readonly #client: pg.PoolClient;
  #isOver = false;
  #isBroken = false;
  #firstFault: unknown = null;

  constructor(pool: PostgresPool, client: pg.PoolClient, begin: string) {
    this.#pool = pool;
    this.#client = client;
    this.#gather();
    // Not awaited: when BEGIN fails, the next statement on the connection fails too.
    client.query(begin).catch(() => {
      this.#isBroken = true;
    });
  }

  async execute(sql: string, parameters: readonly unknown[]): Promise<Result> {
    if (this.#isOver) throw new Error('The transaction has ended.');
    this.#gather();
    try {
      return resultOf(await this.#client.query(this.#pool.prepared(sql, parameters)));
    } catch (error) {
      this.#isBroken ||= isConnectionLoss(error) || isOutdated(error);
      this.#firstFault ??= error;
      // Statements after the first fault fail with other messages: report the first.
      throw translate(this.#firstFault);
    }
  }

  async commit(): Promise<void> {
    this.#isOver = true;
    let answer: pg.QueryResult;
    try {
      answer = await this.#client.query('commit');
    } catch (error) {
      this.#isBroken = true;
      throw isConnectionLoss(error)
        ? new CommitUnanswered(backendPid(this.#client), error)
        : translate(error);
    }
    // After a failed statement the server answers COMMIT with a rollback and no error.
    if (answer.command !== 'COMMIT') throw new Error('The transaction had failed before COMMIT.');
  }

  async rollBack(): Promise<void> {
    this.#isOver = true;
    if (this.#isBroken) return;
    try {
      await this.#client.query('rollback');
    } catch {
      // The server rolls back what its lost connection left open.
      this.#isBroken = true;
    }
  }

  release(): void {
    this.#client.release(this.#isBroken);
  }

  /** Delays the write, so that statements called next without waiting share the packet. */
  #gather(): void {
    const socket = socketOf(this.#client);
    socket.cork();
    process.nextTick(() => socket.uncork());
  }
}

/** Serialization failure, deadlock or an outdated plan: the same work may succeed on another try. */
export function isRetryable(error: unknown): boolean {
  if (!(error instanceof pg.DatabaseError)) return false;
  return error.code === '40001' || error.code === '40P01' || isOutdated(error);
}

/** Another process has migrated: the statement was prepared for the old tables. */
function isOutdated(error: unknown): boolean {
  return (
    error instanceof pg.DatabaseError && error.code === '0A000' && /cached plan/.test(error.message)
  );
}

function resultOf(result: pg.QueryResult): Result {
  return { rows: result.rows, changes: result.rowCount ?? 0 };
}

function translate(error: unknown): unknown {
  return isConnectionLoss(error) || isOutOfResources(error) ? new StorageUnavailable(error) : error;
}

/** No answer of the server, or classes 08 and 57P: the connection or the server went away. */
function isConnectionLoss(error: unknown): boolean {
  return !(error instanceof pg.DatabaseError) || /^(08|57P)/.test(error.code ?? '');
}

/** Classes 53 and 58: disk full, out of memory, I/O errors; 55P03: lock wait; 25006: read-only. */
function isOutOfResources(error: unknown): boolean {
  return error instanceof pg.DatabaseError && /^(53|58|55P03|25006)/.test(error.code ?? '');
}

function socketOf(client: pg.PoolClient): Socket {
  return (client as pg.PoolClient & { readonly connection: { readonly stream: Socket } }).connection
    .stream;
}

function backendPid(client: pg.PoolClient): number {
  const { processID } = client as pg.PoolClient & { readonly processID?: number };
  return processID ?? 0;
}
