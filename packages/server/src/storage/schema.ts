/** The tables. Booleans are 0/1, times integer milliseconds, money integer cents, on both engines. */

import {
  type BuildContext,
  type Dialect,
  queriesFor,
  type Reader,
  type RowsPlace,
} from '@hostmaster/storage';
import type { Database, SnapshotReader } from './database.ts';
import type { Rows } from './tables/index.ts';

export type Schema = Rows;

export type HostmasterDatabase = Database<Schema>;
export type HostmasterReader = Reader<Schema>;
export type HostmasterSnapshots = SnapshotReader<Schema>;
export type QueryContext<Params> = BuildContext<Schema, Params>;
export const query = queriesFor<Schema>();

/** The chosen rows of a table that have one of these values, each looked up by an index. */
export function rowsOfEach<Table extends keyof Schema & string>(
  dialect: Dialect,
  place: RowsPlace<Table>,
  values: readonly string[],
) {
  return dialect.rowsOfEach<Schema[Table], Table>(place, values);
}
