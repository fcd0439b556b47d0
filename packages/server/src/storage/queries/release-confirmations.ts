/** How many releases an operator allows on a day. */
import { query } from '../schema.ts';
import { releaseConfirmations } from '../tables/release-confirmations.ts';

export const findReleaseConfirmation = query<{ day: string }>()(({ db, p }) =>
  db.selectFrom('release_confirmations').select('allowed').where('day', '=', p.day),
);

/** A row to lock, also on days without a confirmation. */
export const insertReleaseDay = query<{ day: string }>()(({ db, p }) =>
  db
    .insertInto('release_confirmations')
    .values(releaseConfirmations.values({ day: p.day, allowed: 0 }))
    .onConflict((conflict) => conflict.column('day').doNothing()),
);

export const lockReleaseDay = query<{ day: string }>()(({ db, p, dialect }) =>
  db
    .selectFrom('release_confirmations')
    .select('allowed')
    .where('day', '=', p.day)
    .modifyEnd(dialect.lockRows),
);
