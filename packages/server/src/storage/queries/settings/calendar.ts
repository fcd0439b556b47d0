/** How far the calendar clock is ahead. It only moves forward. */
import { query } from '../../schema.ts';
import { calendar } from '../../tables/settings/calendar.ts';

export const readCalendarOffset = query<object>('one')(({ db }) =>
  db.selectFrom('calendar').select(calendar.select('offsetMs')).where('id', '=', 1),
);

/** Locks the one row that every deployment has, so that only one process prepares the deployment. */
export const lockDeployment = query<object>('one')(({ db, dialect }) =>
  db.selectFrom('calendar').select('id').modifyEnd(dialect.lockRows),
);

export const lockCalendar = query<object>('one')(({ db, dialect }) =>
  db
    .selectFrom('calendar')
    .select(calendar.select('offsetMs'))
    .where('id', '=', 1)
    .modifyEnd(dialect.lockRows),
);
