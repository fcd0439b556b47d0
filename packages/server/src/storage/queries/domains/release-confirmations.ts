/** How many releases an operator allows on a day. */
import { query } from '../../schema.ts';

export const findReleaseConfirmation = query<{ day: string }>('one')(({ db, p }) =>
  db.selectFrom('release_confirmations').select('allowed').where('day', '=', p.day),
);

export const lockReleaseDay = query<{ day: string }>('one')(({ db, p, dialect }) =>
  db
    .selectFrom('release_confirmations')
    .select('allowed')
    .where('day', '=', p.day)
    .modifyEnd(dialect.lockRows),
);
