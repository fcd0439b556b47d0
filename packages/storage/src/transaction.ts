/** A store that is changed by transactions, each of them awaiting nothing but its own queries. */
import type { Command, WriteQuery } from './query.ts';
import type { Reader } from './reader.ts';

export interface Tx<Schema> extends Reader<Schema> {
  /** Runs a statement and returns how many rows it touched. */
  run<P extends object>(query: WriteQuery<Schema, P>, params: P): Promise<number>;
  /** Runs the commands in their order, sent together; returns how many rows each touched. */
  batch<const C extends readonly Command<Schema>[]>(
    commands: C,
  ): Promise<{ [K in keyof C]: number }>;
}

export interface TransactionOptions {
  /** On SQLite those that wait take turns by owner. */
  readonly owner?: string;
  /** Called when the answer to COMMIT was lost: whether the work was committed. */
  readonly committed?: () => Promise<boolean>;
}

export interface Store<Schema> extends Reader<Schema> {
  transaction<T>(work: (tx: Tx<Schema>) => Promise<T>, options?: TransactionOptions): Promise<T>;
  close(): Promise<void>;
}
