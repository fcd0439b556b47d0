/** The registry of tables: one line each. */
import type { RowOf } from '../table.ts';
import { records } from './records.ts';

export const tables = { records } as const;

export type Rows = { [Name in keyof typeof tables]: RowOf<(typeof tables)[Name]> };
