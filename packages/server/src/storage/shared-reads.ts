/**
 * Reads that arrive in one turn of the event loop share one read transaction: SQLite then takes its
 * file locks once for all of them. The transaction ends with the turn, and at once when this
 * process commits, so a request never misses what was acknowledged before it was sent.
 */
import type { Connection, Result } from './database.ts';
import { explainFault, type SqliteConnection } from './sqlite-connection.ts';

export class SharedReads implements Connection {
  readonly #connection: SqliteConnection;

  constructor(connection: SqliteConnection) {
    this.#connection = connection;
  }

  async execute(sql: string, parameters: readonly unknown[]): Promise<Result> {
    try {
      if (!this.#connection.isTransaction) this.#begin();
      return this.#connection.query(sql, parameters);
    } catch (error) {
      throw explainFault(error);
    }
  }

  /** The next read sees everything that is committed by then. */
  refresh(): void {
    if (this.#connection.isTransaction) this.#connection.exec('commit');
  }

  #begin(): void {
    this.#connection.exec('begin');
    setImmediate(() => this.refresh());
  }
}
