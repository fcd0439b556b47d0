/** The nameservers that fetch zones. */
import { fixedLimits } from '../../../base/limits.ts';
import { query } from '../../schema.ts';
import { secondaries } from '../../tables/secondaries/secondaries.ts';

/** One row for each. */
export const perSecondary = {
  atMost: fixedLimits.secondaries,
  because: 'the fixed limit of secondaries',
};

/** Whether it answers, locked for a change of that. */
export const lockSecondary = query<{ name: string }>('one')(({ db, p, dialect }) =>
  db
    .selectFrom('secondaries')
    .select(secondaries.select('name', 'reachedAt', 'unreachableSince'))
    .where('name', '=', p.name)
    .modifyEnd(dialect.lockRows),
);

export const listSecondaries = query<object>(perSecondary)(({ db }) =>
  db.selectFrom('secondaries').select(secondaries.select()).orderBy('name'),
).decodedBy(secondaries);
