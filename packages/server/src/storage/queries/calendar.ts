/** How far the calendar clock is ahead. It only moves forward. */
import { sql } from 'kysely';
import { query } from '../schema.ts';

export const readCalendarOffset = query<object>()(({ db }) =>
  db.selectFrom('calendar').select('offset_ms').where('id', '=', 1),
);

export const advanceCalendar = query<{ byMs: number }>()(({ db, p }) =>
  db
    .updateTable('calendar')
    .set({ offset_ms: sql<number>`offset_ms + cast(${p.byMs} as bigint)` })
    .where('id', '=', 1)
    .returning('offset_ms'),
);
