/** People who deleted their account, and the entries of the activity that may name them. */
import { query } from '../../schema.ts';
import { activity } from '../../tables/events/activity.ts';
import { erasures } from '../../tables/people/erasures.ts';

export const findErasure = query<object>('one')(({ db }) =>
  db.selectFrom('erasures').select(erasures.select()).orderBy('user_id').limit(1),
);

/** Entries of all workspaces, in the order of their ids. */
export const listActivityBetween = query<{ after: string; until: string; limit: number }>({
  page: 500,
})(({ db, p }) =>
  db
    .selectFrom('activity')
    .select(activity.select('id', 'workspaceId', 'subject', 'details'))
    .where('id', '>', p.after)
    .where('id', '<=', p.until)
    .orderBy('id')
    .limit(p.limit),
).decodedBy(activity);
