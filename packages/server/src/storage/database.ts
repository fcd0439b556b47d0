/**
 * The interface of a store: reads, and atomic transactions. A transaction awaits nothing but its
 * own queries. With a database server each await is a round trip, so independent statements are
 * written as one batch.
 */

import type { Command, Dialect, Query, Reader, Store, Tx } from '@hostmaster/storage';
import type { EventBus } from '../base/events.ts';
import type { Work } from './work.ts';

export interface SnapshotReader<Schema> extends Reader<Schema> {
  /** Several reads from one snapshot. Writers are not blocked. */
  snapshot<T>(work: (reader: Reader<Schema>) => Promise<T>): Promise<T>;
}

export interface Database<Schema> extends Store<Schema>, SnapshotReader<Schema> {
  /**
   * Connections that the work of customers never occupies, for DNS answers, transfers to secondaries
   * and health.
   */
  readonly reserved: SnapshotReader<Schema>;
  readonly dialect: Dialect;
  /** Where the events of committed changes are published. */
  readonly events: EventBus;
  /** Loads, decides and writes once: the way to change anything (work.ts). */
  change<Loaded, Answer>(work: Work<Schema, Loaded, Answer>): Promise<Answer>;
  /**
   * From now on the events of other processes on the same database are published too, soon after
   * their commit. Some may be lost: who acts on events also polls.
   */
  listenToOthers(): void;
  /** Called at the start of a request: its reads never return data older than that start. */
  beginTurn(): void;
  /** Resolves when the store can be read. */
  ping(): Promise<void>;
}

/** Runs SQL: a connection, or a pool of connections. */
export interface Connection {
  execute(sql: string, parameters: readonly unknown[]): Promise<Result>;
}

export interface Result {
  readonly rows: unknown[];
  /** Rows touched by a statement that returns none. */
  readonly changes: number;
}

/** Named queries over a connection. */
export class QueryRunner<Schema> implements Tx<Schema> {
  readonly #connection: Connection;
  readonly #dialect: Dialect;

  constructor(connection: Connection, dialect: Dialect) {
    this.#connection = connection;
    this.#dialect = dialect;
  }

  async all<P extends object, R>(query: Query<Schema, P, R>, params: P): Promise<R[]> {
    return (await this.#execute(query, params)).rows as R[];
  }

  async first<P extends object, R>(query: Query<Schema, P, R>, params: P): Promise<R | undefined> {
    return (await this.#execute(query, params)).rows[0] as R | undefined;
  }

  async run<P extends object, R>(query: Query<Schema, P, R>, params: P): Promise<number> {
    const { rows, changes } = await this.#execute(query, params);
    return rows.length > 0 ? rows.length : changes;
  }

  async batch<const C extends readonly Command<Schema>[]>(
    commands: C,
  ): Promise<{ [K in keyof C]: number }> {
    // Called without waiting in between, so that a connection to a server sends them together.
    const changes = await Promise.all(commands.map((each) => this.run(each.query, each.params)));
    return changes as { [K in keyof C]: number };
  }

  #execute<P extends object, R>(query: Query<Schema, P, R>, params: P): Promise<Result> {
    const { sql, bind, bindEach, decode } = query.compile(this.#dialect);
    if (bindEach !== undefined) return this.#executeEach(sql, bindEach(params));
    const result = this.#connection.execute(sql, bind(params));
    return decode === undefined ? result : result.then((stored) => decoded(stored, decode));
  }

  /** A statement that returns no rows. */
  async #executeEach(sql: string, bindings: readonly (readonly unknown[])[]): Promise<Result> {
    const results = await Promise.all(
      bindings.map((values) => this.#connection.execute(sql, values)),
    );
    return { rows: [], changes: results.reduce((sum, { changes }) => sum + changes, 0) };
  }
}

/** In place: the rows of a result belong to the caller alone. */
function decoded(result: Result, decode: (row: Record<string, unknown>) => void): Result {
  for (const row of result.rows) decode(row as Record<string, unknown>);
  return result;
}
