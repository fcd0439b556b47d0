/** Persists rows that are written whatever the store has. */
import type { RowWrite } from '../storage/row-write.ts';
import type { HostmasterDatabase } from '../storage/schema.ts';
import { persist } from './persist.ts';

export function persistRows(
  database: Pick<HostmasterDatabase, 'change'>,
  ...rows: readonly RowWrite[]
): Promise<void> {
  return persist(database, {
    keys: [],
    owner: '',
    commit: 'shared',
    load: async () => undefined,
    decide: () => ({ answer: undefined, change: { rows } }),
  });
}
