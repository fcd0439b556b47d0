/** How many creates of a name have timed out so far. */
import { sql } from 'kysely';
import { query } from '../schema.ts';
import { timeouts } from '../tables/timeouts.ts';

/** Returns the new count. */
export const countTimeout = query<{ name: string }>('one')(({ db, p }) =>
  db
    .insertInto('timeouts')
    .values(timeouts.values({ name: p.name, count: 1 }))
    .onConflict((conflict) =>
      conflict.column('name').doUpdateSet({ count: sql<number>`timeouts.count + 1` }),
    )
    .returning('count'),
);

export const deleteTimeouts = query<{ name: string }>()(({ db, p }) =>
  db.deleteFrom('timeouts').where('name', '=', p.name),
);
