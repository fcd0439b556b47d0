/** How many removals from the catalog an operator allows on a day. */
import { query } from '../../schema.ts';

export const lockConfirmation = query<{ day: string }>('one')(({ db, p, dialect }) =>
  db
    .selectFrom('catalog_confirmations')
    .select('allowed')
    .where('day', '=', p.day)
    .modifyEnd(dialect.lockRows),
);
