/**
 * One transaction on one connection of PostgreSQL. Statements that are called in one turn are sent
 * together, BEGIN with the first of them. Each statement is awaited by its caller; the last ones are
 * sent with COMMIT.
 */
import type pg from 'pg';
import { StorageUnavailable } from '../base/errors.ts';
import type { BoundStatement } from './bound-statement.ts';
import type { Connection, Result } from './database.ts';
import { type SentStatement, SkippedStatement, wireValue } from './postgres-batch.ts';
import type { PostgresClient } from './postgres-client.ts';
import {
  CommitUnanswered,
  isConnectionLoss,
  isOutdated,
  type PostgresPool,
  translate,
} from './postgres-connection.ts';

export class PostgresSession implements Connection {
  readonly #pool: PostgresPool;
  readonly #client: PooledClient;
  #gathered: SentStatement[] = [];
  #isLost = false;
  /** Its statements were prepared before a migration: the connection is not used again. */
  #isOutdated = false;
  #isOver = false;
  #fault: { readonly error: unknown } | null = null;

  constructor(pool: PostgresPool, client: PooledClient, begin = 'begin') {
    this.#pool = pool;
    this.#client = client;
    // When it fails, so does the statement behind it.
    this.#gather(begin, []).catch((error: unknown) => this.#note(error));
  }

  /** The first statement that the server has refused: it commits nothing of this transaction. */
  get fault(): { readonly error: unknown } | null {
    return this.#fault;
  }

  async execute(sql: string, parameters: readonly unknown[]): Promise<Result> {
    if (this.#isOver) throw new Error('The transaction has ended.');
    const values = parameters.map(wireValue);
    try {
      return await this.#gather(sql, values);
    } catch (error) {
      this.#note(error);
      throw error instanceof SkippedStatement ? error : translate(error);
    }
  }

  /** The statements are sent together with COMMIT. Fails unless all of them were committed. */
  async commit(statements: readonly BoundStatement[]): Promise<void> {
    for (const { sql, parameters } of statements) {
      // The first fault is thrown below.
      this.#gather(sql, parameters.map(wireValue)).catch((error: unknown) => this.#note(error));
    }
    this.#isOver = true;
    let answer: pg.QueryResult;
    try {
      answer = await this.#sendCommit();
    } catch (error) {
      this.#isLost = true;
      throw isConnectionLoss(error) ? new CommitUnanswered(this.#backendPid(), error) : error;
    }
    // After a refused statement the server answers COMMIT with a rollback and no error.
    if (answer.command === 'COMMIT') return;
    throw translate(this.#fault?.error ?? new Error('The transaction had failed before COMMIT.'));
  }

  async rollBack(): Promise<void> {
    this.#isOver = true;
    this.#send();
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

  #note(error: unknown): void {
    const isSkipped = error instanceof SkippedStatement;
    this.#fault ??= { error: isSkipped ? error.cause : error };
    this.#isLost ||= isConnectionLoss(error);
    this.#isOutdated ||= isOutdated(isSkipped ? error.cause : error);
  }

  /** Delays the write, so that statements called in the same turn are sent together. */
  #gather(sql: string, values: SentStatement['values']): Promise<Result> {
    if (this.#gathered.length === 0) process.nextTick(() => this.#send());
    const answered = Promise.withResolvers<Result>();
    this.#gathered.push({ sql, values, answered });
    return answered.promise;
  }

  #send(): void {
    const statements = this.#gathered;
    if (statements.length === 0) return;
    this.#gathered = [];
    this.#pool.send(this.#client, statements);
  }

  /** Not among the statements: after a refused one the server would skip it. */
  #sendCommit(): Promise<pg.QueryResult> {
    const { stream } = this.#client.connection;
    stream.cork();
    this.#send();
    const answer = this.#client.query('commit');
    stream.uncork();
    return answer;
  }

  #backendPid(): number {
    return this.#client.backendPid;
  }
}

/** What the pools of postgres.ts consist of. */
type PooledClient = pg.PoolClient & PostgresClient;

export async function openSession(
  pool: PostgresPool,
  from: pg.Pool,
  begin?: string,
): Promise<PostgresSession> {
  try {
    return new PostgresSession(pool, (await from.connect()) as PooledClient, begin);
  } catch (error) {
    throw new StorageUnavailable(error);
  }
}
