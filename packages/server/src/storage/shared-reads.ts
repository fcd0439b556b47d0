/**
 * Reads that arrive in one turn of the event loop share one read transaction: SQLite then takes its
 * file locks once for all of them. It ends with the turn, at once when this process commits, and
 * with the first request of a turn: what was begun before, by a timer say, is too old for that one.
 * So no request misses what was acknowledged before it was sent, by whichever process.
 */
import type { Connection, Result } from './database.ts';
import { explainFault, type SqliteConnection } from './sqlite-connection.ts';

export class SharedReads implements Connection {
  readonly #connection: SqliteConnection;
  #isTurnOpen = false;

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

  /** Called with each request. The others of the same turn were on their way when the first came. */
  beginTurn(): void {
    if (this.#isTurnOpen) return;
    this.#isTurnOpen = true;
    this.refresh();
    setImmediate(() => {
      this.#isTurnOpen = false;
    });
  }

  /** The next read sees everything that is committed by then. */
  refresh(): void {
    if (!this.#connection.isTransaction) return;
    try {
      this.#connection.exec('commit');
    } catch {
      // What was only read can be given up as well.
      this.#connection.exec('rollback');
    }
  }

  #begin(): void {
    this.#connection.exec('begin');
    setImmediate(() => this.refresh());
  }
}
