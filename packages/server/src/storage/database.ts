/**
 * What the rest of the service sees of a store: reads, and transactions that commit as one or not
 * at all. A transaction awaits nothing but its own queries.
 */
import type { Kysely, QueryResult } from 'kysely';
import type { Dialect } from './dialect.ts';
import { bind, type Query } from './query.ts';

export interface Reader<Schema> {
  all<P extends object, R>(query: Query<Schema, P, R>, params: P): Promise<R[]>;
  first<P extends object, R>(query: Query<Schema, P, R>, params: P): Promise<R | undefined>;
}

export interface Tx<Schema> extends Reader<Schema> {
  /** Runs a statement and returns how many rows it touched. */
  run<P extends object, R>(query: Query<Schema, P, R>, params: P): Promise<number>;
  /** Runs after the commit, and only then. It must not fail the caller: errors are its own. */
  afterCommit(hook: () => void): void;
}

export interface Database<Schema> extends Reader<Schema> {
  readonly dialect: Dialect;
  transaction<T>(work: (tx: Tx<Schema>) => Promise<T>, options?: TransactionOptions): Promise<T>;
  /** Several reads of one moment. Writers go on meanwhile. */
  snapshot<T>(work: (reader: Reader<Schema>) => Promise<T>): Promise<T>;
  /** Answers when the store can be read. */
  ping(): Promise<void>;
  close(): Promise<void>;
}

export interface TransactionOptions {
  /** Asked when the answer to COMMIT was lost: did the work become permanent? */
  readonly committed?: () => Promise<boolean>;
}

export class QueryRunner<Schema> implements Tx<Schema> {
  readonly #db: Kysely<Schema>;
  readonly #dialect: Dialect;
  readonly hooks: (() => void)[] = [];

  constructor(db: Kysely<Schema>, dialect: Dialect) {
    this.#db = db;
    this.#dialect = dialect;
  }

  async all<P extends object, R>(query: Query<Schema, P, R>, params: P): Promise<R[]> {
    return (await this.#execute(query, params)).rows;
  }

  async first<P extends object, R>(query: Query<Schema, P, R>, params: P): Promise<R | undefined> {
    return (await this.#execute(query, params)).rows[0];
  }

  async run<P extends object, R>(query: Query<Schema, P, R>, params: P): Promise<number> {
    return Number((await this.#execute(query, params)).numAffectedRows ?? 0n);
  }

  afterCommit(hook: () => void): void {
    this.hooks.push(hook);
  }

  #execute<P extends object, R>(query: Query<Schema, P, R>, params: P): Promise<QueryResult<R>> {
    const compiled = query.compile(this.#db, this.#dialect);
    return this.#db.executeQuery<R>(bind(compiled, params as Readonly<Record<string, unknown>>));
  }
}
