/** Moves the calendar clock of the whole deployment. It never goes back. */
import { noChange } from '../changes/change.ts';
import { persist } from '../changes/persist.ts';
import { lockCalendar } from '../storage/queries/settings/calendar.ts';
import { update } from '../storage/row-write.ts';
import type { HostmasterDatabase } from '../storage/schema.ts';
import { calendar } from '../storage/tables/settings/calendar.ts';

/** `to` gets how far it is ahead of the machine clock, and returns how far it has to be. */
export function moveCalendar(
  database: HostmasterDatabase,
  to: (offsetMs: number) => number,
): Promise<void> {
  return persist(database, {
    keys: ['calendar'],
    owner: '',
    commit: 'alone',
    load: (reader) => reader.first(lockCalendar, {}),
    decide(stored) {
      const before = stored?.offsetMs ?? 0;
      const offsetMs = to(before);
      if (offsetMs <= before) return { answer: undefined, change: noChange };
      const rows = [update(calendar, { id: 1 }, { offsetMs })];
      return { answer: undefined, change: { rows } };
    },
  });
}
