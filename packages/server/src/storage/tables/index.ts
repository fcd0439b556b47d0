/** The registry of tables: one line each. */
import type { RowOf } from '../table.ts';
import { apiKeys } from './api-keys.ts';
import { records } from './records.ts';
import { workspaces } from './workspaces.ts';

export const tables = {
  workspaces,
  api_keys: apiKeys,
  records,
} as const;

export type Rows = { [Name in keyof typeof tables]: RowOf<(typeof tables)[Name]> };
