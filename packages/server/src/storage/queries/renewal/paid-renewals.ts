/** Renewals that begin when a top-up is paid. */
import { query } from '../../schema.ts';
import { paidRenewals } from '../../tables/renewal/paid-renewals.ts';

export const listPaidRenewals = query<{ topUpId: string; after: string; limit: number }>({
  page: 500,
})(({ db, p }) =>
  db
    .selectFrom('paid_renewals')
    .select(paidRenewals.select())
    .where('top_up_id', '=', p.topUpId)
    .where('name', '>', p.after)
    .orderBy('name')
    .limit(p.limit),
).by({ after: '' }, ({ name }) => ({ after: name }));

export const lockPaidRenewal = query<{ topUpId: string; name: string }>('one')(
  ({ db, p, dialect }) =>
    db
      .selectFrom('paid_renewals')
      .select(paidRenewals.select('state'))
      .where('top_up_id', '=', p.topUpId)
      .where('name', '=', p.name)
      .modifyEnd(dialect.lockRows),
);
