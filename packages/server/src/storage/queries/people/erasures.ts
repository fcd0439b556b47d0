/** People who deleted their account, and the entries of the activity that may name them. */
import { sql } from 'kysely';
import { query } from '../../schema.ts';
import { activity } from '../../tables/events/activity.ts';
import { erasures } from '../../tables/people/erasures.ts';
import { entryCharactersMax, entrySize } from '../events/activity.ts';

export const findErasure = query<object>('one')(({ db }) =>
  db.selectFrom('erasures').select(erasures.select()).orderBy('user_id').limit(1),
);

/** Entries of all workspaces, in the order of their ids. A page ends with the one that reaches `bytes`. */
export const listActivityBetween = query<{
  after: string;
  until: string;
  limit: number;
  bytes: number;
}>({ page: 500, bytes: 500 * entryCharactersMax })(({ db, p }) => {
  const sizes = db
    .selectFrom('activity')
    .select('activity.id as sizedId')
    .select(entrySize().as('size'))
    .where('id', '>', p.after)
    .where('id', '<=', p.until)
    .orderBy('id')
    .limit(p.limit);
  const totals = db
    .selectFrom(sizes.as('sizes'))
    .select(['sizedId', 'size'])
    .select(sql<number>`sum(size) over (order by "sizedId" rows unbounded preceding)`.as('total'));
  return db
    .selectFrom(totals.as('totals'))
    .innerJoin('activity', 'activity.id', 'totals.sizedId')
    .select(activity.select('id', 'workspaceId', 'subject', 'details'))
    .select('totals.size')
    .where(sql<boolean>`totals.total - totals.size < ${p.bytes}`)
    .orderBy('activity.id');
}).decodedBy(activity);
