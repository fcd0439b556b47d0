/** Persists rows that are written whatever the store has. */
import type { RowWrite } from '../storage/row-write.ts';
import { type ChangeStore, persist } from './persist.ts';

export function persistRows(database: ChangeStore, ...rows: readonly RowWrite[]): Promise<void> {
  return persist(database, {
    keys: [],
    owner: '',
    commit: 'shared',
    load: async () => undefined,
    decide: () => ({ answer: undefined, change: { rows } }),
  });
}
