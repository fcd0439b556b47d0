/** Renewals that begin when a top-up is paid. */
import { query } from '../../schema.ts';
import { paidRenewals } from '../../tables/renewal/paid-renewals.ts';

export const listPaidRenewals = query<{ topUpId: string }>()(({ db, p }) =>
  db
    .selectFrom('paid_renewals')
    .select(paidRenewals.select())
    .where('top_up_id', '=', p.topUpId)
    .orderBy('name'),
);

export const lockPaidRenewal = query<{ topUpId: string; name: string }>()(({ db, p, dialect }) =>
  db
    .selectFrom('paid_renewals')
    .select(paidRenewals.select('state'))
    .where('top_up_id', '=', p.topUpId)
    .where('name', '=', p.name)
    .modifyEnd(dialect.lockRows),
);
