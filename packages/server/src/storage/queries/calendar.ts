/** How far the calendar clock is ahead. It only moves forward. */
import { query } from '../schema.ts';
import { calendar } from '../tables/calendar.ts';

export const readCalendarOffset = query<object>()(({ db }) =>
  db.selectFrom('calendar').select(calendar.select('offsetMs')).where('id', '=', 1),
);

/** Locks the one row that every deployment has, so that only one process prepares the deployment. */
export const lockDeployment = query<object>()(({ db, dialect }) =>
  db.selectFrom('calendar').select('id').modifyEnd(dialect.lockRows),
);

/** Touches no row when the clock is already further. */
export const moveCalendarTo = query<{ offsetMs: number }>()(({ db, p }) =>
  db
    .updateTable('calendar')
    .set(calendar.set({ offsetMs: p.offsetMs }))
    .where('id', '=', 1)
    .where('offset_ms', '<', p.offsetMs),
);
