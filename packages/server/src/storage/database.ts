/**
 * The interface of a store: reads, and atomic transactions. A transaction awaits nothing but its
 * own queries. With a database server each await is a round trip, so independent statements are
 * written as one batch.
 */

import {
  assertBytes,
  BoundExceeded,
  type Command,
  type Dialect,
  type OneQuery,
  type Reader,
  type RowsQuery,
  rowsMax,
  type Sealer,
  type Statement,
  type Store,
  type Tx,
  type WriteQuery,
} from '@hostmaster/storage';
import type { EventBus } from '../base/events.ts';
import type { ZoneKeyRing } from '../base/zone-key-ring.ts';
import type { ContactSealer } from './contact-sealer.ts';
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
  /** Opens the keys of signed zones. */
  readonly zoneKeys: ZoneKeyRing;
  /** Encrypts registrant contacts. */
  readonly contacts: ContactSealer;
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
  /** What is read stays the same while this does. Null where the engine cannot tell at no cost. */
  version(): number | null;
  /** Whether a process is connected that does not know this migration of the service. */
  isSharedWithEarlier(migration: number): Promise<boolean>;
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
  readonly #sealer: Sealer;

  constructor(connection: Connection, dialect: Dialect, sealer: Sealer) {
    this.#connection = connection;
    this.#dialect = dialect;
    this.#sealer = sealer;
  }

  async all<P extends object, R>(query: RowsQuery<Schema, P, R>, params: P): Promise<R[]> {
    const { bound } = query;
    const max = rowsMax(bound, params);
    const statement = query.compile(this.#dialect);
    const { rows } = await this.#execute(statement, params);
    if (rows.length > max) throw new BoundExceeded(`More than ${max} rows: ${statement.sql}`);
    if (bound.bytes !== undefined) assertBytes(rows, bound.bytes);
    return rows as R[];
  }

  async first<P extends object, R>(
    query: OneQuery<Schema, P, R>,
    params: P,
  ): Promise<R | undefined> {
    const statement = query.compile(this.#dialect);
    const { rows } = await this.#execute(statement, params);
    if (rows.length > 1) throw new BoundExceeded(`More than one row: ${statement.sql}`);
    return rows[0] as R | undefined;
  }

  async run<P extends object>(query: WriteQuery<Schema, P>, params: P): Promise<number> {
    return (await this.#execute(query.compile(this.#dialect), params)).changes;
  }

  async batch<const C extends readonly Command<Schema>[]>(
    commands: C,
  ): Promise<{ [K in keyof C]: number }> {
    // Called without waiting in between, so that a connection to a server sends them together.
    const changes = await Promise.all(commands.map((each) => this.run(each.query, each.params)));
    return changes as { [K in keyof C]: number };
  }

  #execute({ sql, bind, bindEach, decode }: Statement, params: object): Promise<Result> {
    const sealer = this.#sealer;
    if (bindEach !== undefined) return this.#executeEach(sql, bindEach(params, sealer));
    const result = this.#connection.execute(sql, bind(params, sealer));
    if (decode === undefined) return result;
    return result.then((stored) => decoded(stored, (row) => decode(row, sealer)));
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
