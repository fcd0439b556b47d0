/**
 * The connections of SQLite's snapshots. Opening one and preparing its statements costs more than
 * most snapshots, so they are kept, and further snapshots wait for one that ends. Queries are
 * synchronous: more connections would not answer sooner. A snapshot must not wait for another one.
 */
import { SqliteConnection } from './sqlite-connection.ts';

/** Instead of 2 MiB each: snapshots read whole zones once, and the system's cache has the file. */
const cacheKib = 256;

export class SnapshotConnections {
  readonly #file: string;
  readonly #snapshotsMax: number;
  readonly #idle: SqliteConnection[] = [];
  readonly #waiting: ((connection: SqliteConnection | null) => void)[] = [];
  #inUse = 0;
  #isClosed = false;

  constructor(file: string, snapshotsMax: number) {
    this.#file = file;
    this.#snapshotsMax = snapshotsMax;
  }

  /** The work gets a connection for itself. One whose work fails is not used again. */
  async use<T>(work: (connection: SqliteConnection) => Promise<T>): Promise<T> {
    let connection = await this.#turn();
    try {
      connection ??= this.#open();
      return await work(connection);
    } catch (error) {
      connection?.close();
      connection = null;
      throw error;
    } finally {
      this.#release(connection);
    }
  }

  /** Snapshots that have begun end as usual. */
  close(): void {
    this.#isClosed = true;
    for (const connection of this.#idle.splice(0)) connection.close();
  }

  #open(): SqliteConnection {
    const connection = new SqliteConnection(this.#file, { readOnly: true });
    connection.exec(`pragma cache_size = -${cacheKib}`);
    return connection;
  }

  /** Null for a turn that opens a connection. */
  async #turn(): Promise<SqliteConnection | null> {
    if (this.#inUse >= this.#snapshotsMax)
      return new Promise((resolve) => this.#waiting.push(resolve));
    this.#inUse += 1;
    return this.#idle.pop() ?? null;
  }

  #release(connection: SqliteConnection | null): void {
    const next = this.#waiting.shift();
    if (next !== undefined) {
      next(connection);
      return;
    }
    this.#inUse -= 1;
    if (this.#isClosed) connection?.close();
    else if (connection !== null) this.#idle.push(connection);
  }
}
