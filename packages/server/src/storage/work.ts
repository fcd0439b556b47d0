/**
 * How anything is changed: `load` reads, with its locks, all that the decision needs; `decide` is
 * synchronous and returns the answer with what becomes true, or throws a refusal; the store writes it
 * once. Nothing is written before the decision, so a refusal changes nothing, and a member of a shared
 * commit can be loaded and decided again at any time before its answer is given.
 */

import type { Reader, Table } from '@hostmaster/storage';
import type { ServiceEvent } from '../base/events.ts';
import type { LateWrite } from './late-slot.ts';
import type { RowWrite, Statements } from './row-write.ts';

export interface Work<Schema, Loaded, Answer> {
  /**
   * What the decision is about, such as `domain example.com`: works with a common key are decided one
   * after another, each after the writes of the one before. Row locks protect what other processes
   * change; keys only save waiting for them.
   */
  readonly keys: readonly string[];
  /** Those that wait take turns by owner, which is a workspace where there is one. */
  readonly owner: string;
  /** Whether it may share a commit with others. One with many rows or reads would hold them up. */
  readonly commit: 'shared' | 'alone';
  load(reader: Reader<Schema>): Promise<Loaded>;
  decide(loaded: Loaded): Decision<Answer>;
}

export interface Decision<Answer> {
  readonly answer: Answer;
  readonly writes: Writes;
}

export interface Writes {
  /** In their order. */
  readonly rows: readonly RowWrite[];
  /** Written last before the commit, together with those of the members that share it. */
  readonly late?: readonly LateWrite[];
  /** Published after the commit. */
  readonly events?: readonly ServiceEvent[];
}

/** The tables and named statements of a store, by the names that row writes use. */
export interface StoreModel {
  // biome-ignore lint/suspicious/noExplicitAny: a table of any columns.
  readonly tables: Readonly<Record<string, Table<string, any, any>>>;
  readonly statements: Statements;
}

export const emptyModel: StoreModel = { tables: {}, statements: {} };

/** Another transaction took a row or changed it between `load` and the write. */
export class Conflict extends Error {
  override readonly name = 'Conflict';
}
