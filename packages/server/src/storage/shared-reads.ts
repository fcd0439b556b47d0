/**
 * Reads that arrive in one turn of the event loop share one read transaction: SQLite then takes its
 * file locks once for all of them. The transaction ends with the turn, when this process commits,
 * and at the first request of a turn: an earlier snapshot, for example of a timer, is too old.
 * So reads never return data older than the start of the request, whichever process wrote it.
 */
import type { Connection, Result } from './database.ts';
import { explainFault, type SqliteConnection } from './sqlite-connection.ts';

export class SharedReads implements Connection {
  readonly #connection: SqliteConnection;
  #isTurnOpen = false;
  /** That of the open transaction, once it was asked for. */
  #version: number | null = null;

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

  /** Asked once for all reads of a transaction. */
  version(): number {
    if (!this.#connection.isTransaction) this.#begin();
    this.#version ??= this.#connection.dataVersion();
    return this.#version;
  }

  /** Called with each request. Others of the same turn were already sent when the first arrived. */
  beginTurn(): void {
    if (this.#isTurnOpen) return;
    this.#isTurnOpen = true;
    this.refresh();
    setImmediate(() => {
      this.#isTurnOpen = false;
    });
  }

  /** The next read sees everything committed before it. */
  refresh(): void {
    this.#version = null;
    if (!this.#connection.isTransaction) return;
    try {
      this.#connection.run('commit');
    } catch {
      // The transaction only reads, so a rollback loses nothing.
      this.#connection.exec('rollback');
    }
  }

  #begin(): void {
    this.#connection.run('begin');
    setImmediate(() => this.refresh());
  }
}
