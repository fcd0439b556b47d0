/**
 * Connections to PostgreSQL. Statements that are called without waiting for an answer are sent in one
 * flight (postgres-flight.ts): BEGIN with the first statement, reads of one turn, the independent
 * writes of a transaction.
 */
import pg from 'pg';
import { StorageUnavailable } from '../base/errors.ts';
import type { Connection, Result, WriteConnection } from './database.ts';
import {
  Flight,
  PreparedStatements,
  type SentStatement,
  SkippedStatement,
  wireValue,
} from './postgres-flight.ts';

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

export interface Pools {
  /** Each transaction has a connection of its own. */
  readonly transactions: pg.Pool;
  /** For transactions that share commits: postgres-shared-commits.ts. */
  readonly shared: pg.Pool;
  readonly reads: pg.Pool;
}

/**
 * Reads that arrive in one turn of the event loop are sent together, on one connection and in one
 * write to its socket. Transactions use other pools, so reads continue while all transactions wait
 * for a lock.
 */
export class PostgresPool implements Connection {
  readonly #pools: Pools;
  readonly #prepared = new WeakMap<pg.PoolClient, PreparedStatements>();
  #waiting: WaitingRead[] = [];

  constructor(pools: Pools) {
    this.#pools = pools;
  }

  async execute(sql: string, parameters: readonly unknown[]): Promise<Result> {
    const answered = Promise.withResolvers<Result>();
    this.#enqueue({ sql, values: parameters.map(wireValue), answered, retries: 0 });
    return answered.promise;
  }

  /** One connection from BEGIN to COMMIT, or to ROLLBACK when the work fails. */
  async transaction<T>(
    begin: string,
    work: (connection: WriteConnection) => Promise<T>,
  ): Promise<T> {
    const connection = await this.#begin(this.#pools.transactions, begin);
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

  /** Sends the statements together; each is answered on its own. */
  send(client: pg.PoolClient, statements: readonly SentStatement[]): Flight {
    let prepared = this.#prepared.get(client);
    if (prepared === undefined) {
      prepared = new PreparedStatements();
      this.#prepared.set(client, prepared);
    }
    return client.query(new Flight(statements, prepared));
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

  async #begin(pool: pg.Pool, statement: string): Promise<PostgresTransaction> {
    try {
      return new PostgresTransaction(this, await pool.connect(), statement);
    } catch (error) {
      throw new StorageUnavailable(error);
    }
  }
}

export class PostgresTransaction implements WriteConnection {
  readonly #pool: PostgresPool;
  readonly #client: pg.PoolClient;
  /** Called and not sent yet. */
  #gathered: SentStatement[] = [];
  #isOver = false;
  #isLost = false;
  /** Its statements were prepared before a migration, or not at all: the connection is not used again. */
  #isOutdated = false;
  /** Statements that are not awaited before the commit. */
  readonly #sent: Promise<void>[] = [];
  #sentFault: { readonly error: unknown } | null = null;
  /** Of the present member; statements of earlier ones may still be answered. */
  #faults: { first: unknown } = { first: null };

  constructor(pool: PostgresPool, client: pg.PoolClient, begin: string) {
    this.#pool = pool;
    this.#client = client;
    void this.#sendAhead(begin);
  }

  /** The connection is gone, and with it everything since BEGIN. */
  get isLost(): boolean {
    return this.#isLost;
  }

  /** The server has refused a statement that was not awaited: it commits nothing of this transaction. */
  get hasFailed(): boolean {
    return this.#sentFault !== null;
  }

  send(sql: string, parameters: readonly unknown[]): void {
    this.#assertOpen();
    this.#sent.push(this.#send(sql, parameters.map(wireValue)));
  }

  async execute(sql: string, parameters: readonly unknown[]): Promise<Result> {
    this.#assertOpen();
    const values = parameters.map(wireValue);
    try {
      return await this.#run(sql, values);
    } catch (error) {
      throw translate(error);
    }
  }

  /** Statements that are not awaited are sent together with COMMIT. */
  async commit(): Promise<void> {
    if (this.#isLost) {
      this.#isOver = true;
      throw new StorageUnavailable(this.#faults.first);
    }
    if (this.hasFailed) {
      await this.rollBack();
      this.#assertSent();
    }
    this.#isOver = true;
    let answer: pg.QueryResult;
    try {
      const committed = this.#sendCommit();
      await Promise.allSettled([...this.#sent, committed]);
      answer = await committed;
    } catch (error) {
      this.#isLost = true;
      throw isConnectionLoss(error)
        ? new CommitUnanswered(backendPid(this.#client), error)
        : translate(error);
    }
    if (answer.command === 'COMMIT') return;
    // After a failed statement the server answers COMMIT with a rollback and no error.
    this.#assertSent();
    throw new Error('The transaction had failed before COMMIT.');
  }

  async rollBack(): Promise<void> {
    this.#isOver = true;
    this.#depart();
    if (this.#isLost) return;
    try {
      await this.#client.query('rollback');
    } catch {
      // The server rolls back what its lost connection left open.
      this.#isLost = true;
    }
  }

  release(): void {
    this.#client.release(this.#isLost || this.#isOutdated);
  }

  #assertOpen(): void {
    if (this.#isOver) throw new Error('The transaction has ended.');
  }

  #assertSent(): void {
    if (this.#sentFault !== null) throw translate(this.#sentFault.error);
  }

  async #run(sql: string, values: SentStatement['values']): Promise<Result> {
    const faults = this.#faults;
    try {
      return await this.#gather(sql, values);
    } catch (error) {
      this.#isLost ||= isConnectionLoss(error);
      this.#isOutdated ||= isOutdated(error);
      faults.first ??= error;
      // Statements after the first fault fail with other messages: report the first.
      throw faults.first;
    }
  }

  /** Never rejects: the commit does. */
  async #send(sql: string, values: SentStatement['values']): Promise<void> {
    try {
      await this.#run(sql, values);
    } catch (error) {
      // A lost connection says nothing about the commit.
      if (!isConnectionLoss(error)) this.#sentFault ??= { error };
    }
  }

  /** Never rejects, so it need not be awaited: the next statement fails too when this one does. */
  async #sendAhead(statement: string): Promise<void> {
    const faults = this.#faults;
    try {
      await this.#gather(statement, []);
    } catch (error) {
      this.#isLost = true;
      faults.first ??= error;
    }
  }

  /** Delays the write, so that statements called next without waiting share the flight. */
  #gather(sql: string, values: SentStatement['values']): Promise<Result> {
    if (this.#gathered.length === 0) process.nextTick(() => this.#depart());
    const answered = Promise.withResolvers<Result>();
    this.#gathered.push({ sql, values, answered });
    return answered.promise;
  }

  #depart(): void {
    const statements = this.#gathered;
    if (statements.length === 0) return;
    this.#gathered = [];
    this.#pool.send(this.#client, statements);
  }

  /** Not in the flight: after a failed statement the server would skip it. */
  #sendCommit(): Promise<pg.QueryResult> {
    const { stream } = connectionOf(this.#client);
    stream.cork();
    this.#depart();
    const answer = this.#client.query('commit');
    stream.uncork();
    return answer;
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

function connectionOf(client: pg.PoolClient): pg.Connection {
  return (client as pg.PoolClient & { readonly connection: pg.Connection }).connection;
}

function backendPid(client: pg.PoolClient): number {
  const { processID } = client as pg.PoolClient & { readonly processID?: number };
  return processID ?? 0;
}
