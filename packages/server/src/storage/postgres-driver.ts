/**
 * A Kysely driver over pg: reads borrow a connection for one statement, transactions keep one from
 * BEGIN to COMMIT. Every statement is prepared under a name, once per connection. BEGIN travels with
 * the first statement instead of costing a round trip.
 */
import type {
  CompiledQuery,
  DatabaseConnection,
  Driver,
  QueryResult,
  TransactionSettings,
} from 'kysely';
import pg from 'pg';
import { StorageUnavailable } from '../base/errors.ts';

/** COMMIT was sent and its answer lost: only asking can tell whether it happened. */
export class CommitUnanswered extends Error {
  override readonly name = 'CommitUnanswered';
  readonly backendPid: number;

  constructor(backendPid: number, cause: unknown) {
    super('The answer to COMMIT was lost.', { cause });
    this.backendPid = backendPid;
  }
}

export class PostgresDriver implements Driver {
  readonly #pool: pg.Pool;
  readonly #statementNames = new Map<string, string>();

  constructor(pool: pg.Pool) {
    this.#pool = pool;
  }

  async init(): Promise<void> {}

  async acquireConnection(): Promise<DatabaseConnection> {
    return new PostgresConnection(this.#pool, this.#statementNames);
  }

  async releaseConnection(connection: DatabaseConnection): Promise<void> {
    asOurs(connection).release();
  }

  async beginTransaction(
    connection: DatabaseConnection,
    settings: TransactionSettings,
  ): Promise<void> {
    await asOurs(connection).begin(
      settings.accessMode === 'read only'
        ? 'begin isolation level repeatable read read only'
        : 'begin',
    );
  }

  async commitTransaction(connection: DatabaseConnection): Promise<void> {
    await asOurs(connection).commit();
  }

  async rollbackTransaction(connection: DatabaseConnection): Promise<void> {
    await asOurs(connection).rollback();
  }

  async destroy(): Promise<void> {
    await this.#pool.end();
  }
}

class PostgresConnection implements DatabaseConnection {
  readonly #pool: pg.Pool;
  readonly #statementNames: Map<string, string>;
  #client: pg.PoolClient | null = null;
  #broken = false;

  constructor(pool: pg.Pool, statementNames: Map<string, string>) {
    this.#pool = pool;
    this.#statementNames = statementNames;
  }

  async executeQuery<R>(compiled: CompiledQuery): Promise<QueryResult<R>> {
    const config = {
      name: this.#nameOf(compiled.sql),
      text: compiled.sql,
      values: compiled.parameters as unknown[],
    };
    try {
      const result = await (this.#client ?? this.#pool).query(config);
      return { rows: result.rows as R[], numAffectedRows: BigInt(result.rowCount ?? 0) };
    } catch (error) {
      throw this.#translate(error);
    }
  }

  // biome-ignore lint/correctness/useYield: lists page by key; no cursor stays open across a turn.
  async *streamQuery<R>(): AsyncIterableIterator<QueryResult<R>> {
    throw new Error('Streaming is not offered: page by key instead.');
  }

  async begin(statement: string): Promise<void> {
    try {
      this.#client = await this.#pool.connect();
    } catch (error) {
      throw new StorageUnavailable(error);
    }
    // Not awaited: a BEGIN that fails means a connection that fails the next statement too.
    this.#client.query(statement).catch(() => {
      this.#broken = true;
    });
  }

  async commit(): Promise<void> {
    const client = this.#requireClient();
    try {
      await client.query('commit');
    } catch (error) {
      this.#broken = true;
      if (error instanceof pg.DatabaseError && !isConnectionLoss(error))
        throw this.#translate(error);
      throw new CommitUnanswered(backendPid(client), error);
    }
  }

  async rollback(): Promise<void> {
    if (this.#broken || this.#client === null) return;
    try {
      await this.#client.query('rollback');
    } catch {
      // The server rolls back what its lost connection left open.
      this.#broken = true;
    }
  }

  release(): void {
    this.#client?.release(this.#broken);
    this.#client = null;
  }

  #requireClient(): pg.PoolClient {
    if (this.#client === null) throw new Error('No transaction is open.');
    return this.#client;
  }

  #nameOf(sql: string): string {
    let name = this.#statementNames.get(sql);
    if (name === undefined) {
      name = `hm${this.#statementNames.size}`;
      this.#statementNames.set(sql, name);
    }
    return name;
  }

  #translate(error: unknown): unknown {
    if (!(error instanceof pg.DatabaseError)) {
      this.#broken = true;
      return new StorageUnavailable(error);
    }
    if (isConnectionLoss(error)) this.#broken = true;
    return isConnectionLoss(error) || isOutOfResources(error)
      ? new StorageUnavailable(error)
      : error;
  }
}

/** Serialization failure or deadlock: the same work may succeed on another try. */
export function isRetryable(error: unknown): boolean {
  return error instanceof pg.DatabaseError && (error.code === '40001' || error.code === '40P01');
}

/** Classes 08 and 57: the connection or the server went away. */
function isConnectionLoss(error: pg.DatabaseError): boolean {
  return error.code?.startsWith('08') === true || error.code?.startsWith('57P') === true;
}

/** Classes 53 and 58: disk full, out of memory, too many connections, I/O errors; 55P03: lock wait. */
function isOutOfResources(error: pg.DatabaseError): boolean {
  return /^(53|58)/.test(error.code ?? '') || error.code === '55P03' || error.code === '25006';
}

function backendPid(client: pg.PoolClient): number {
  const { processID } = client as pg.PoolClient & { readonly processID?: number };
  return processID ?? 0;
}

function asOurs(connection: DatabaseConnection): PostgresConnection {
  if (!(connection instanceof PostgresConnection)) throw new TypeError('A foreign connection.');
  return connection;
}
