/** The tables. Booleans are 0/1, times integer milliseconds, money integer cents, on both engines. */

import { type BuildContext, queriesFor, type Reader } from '@hostmaster/storage';
import type { Database, SnapshotReader } from './database.ts';
import type { Rows } from './tables/index.ts';

export type Schema = Rows;

export type HostmasterDatabase = Database<Schema>;
export type HostmasterReader = Reader<Schema>;
export type HostmasterSnapshots = SnapshotReader<Schema>;
export type QueryContext<Params> = BuildContext<Schema, Params>;
export const query = queriesFor<Schema>();
