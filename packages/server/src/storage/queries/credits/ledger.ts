/** The only statements that touch the ledger's accounts and entries. Nothing here updates or deletes an entry. */
import { sql } from 'kysely';
import { query } from '../../schema.ts';
import { ledgerAccounts } from '../../tables/credits/ledger-accounts.ts';
import { topUps } from '../../tables/credits/top-ups.ts';
import { domains } from '../../tables/domains/domains.ts';

/** Touches no row when the balance would fall below zero. */
export const moveBalance = query<{ id: string; deltaCents: number }>()(({ db, p }) =>
  db
    .updateTable('accounts')
    .set({ balance_cents: sql`balance_cents + ${p.deltaCents}` })
    .where('id', '=', p.id)
    .where(sql<boolean>`balance_cents + ${p.deltaCents} >= 0`),
);

export const findBalance = query<{ id: string }>('one')(({ db, p }) =>
  db.selectFrom('accounts').select(ledgerAccounts.select('balanceCents')).where('id', '=', p.id),
);

export const lockBalance = query<{ id: string }>('one')(({ db, p, dialect }) =>
  db
    .selectFrom('accounts')
    .select(ledgerAccounts.select('balanceCents'))
    .where('id', '=', p.id)
    .modifyEnd(dialect.lockRows),
);

export const listAccounts = query<{ after: string; limit: number }>({ page: 500 })(({ db, p }) =>
  db
    .selectFrom('accounts')
    .select(ledgerAccounts.select())
    .select((eb) => [
      eb
        .selectFrom('transfers')
        .select((inner) =>
          inner.fn.coalesce(inner.fn.sum<number>('amount_cents'), sql<number>`0`).as('sum'),
        )
        .whereRef('to_account', '=', 'accounts.id')
        .as('creditedCents'),
      eb
        .selectFrom('transfers')
        .select((inner) =>
          inner.fn.coalesce(inner.fn.sum<number>('amount_cents'), sql<number>`0`).as('sum'),
        )
        .whereRef('from_account', '=', 'accounts.id')
        .as('debitedCents'),
    ])
    .where('id', '>', p.after)
    .orderBy('id')
    .limit(p.limit),
);

export const findEntryTime = query<{ id: string }>('one')(({ db, p }) =>
  db.selectFrom('transfers').select('at').where('id', '=', p.id),
);

export const countLedgerEntries = query<object>('one')(({ db }) =>
  db.selectFrom('transfers').select((eb) => eb.fn.countAll<number>().as('count')),
);

/** Every hold with its term and its settlement; the three must agree. */
export const listHolds = query<{ after: string; limit: number }>({ page: 500 })(({ db, p }) =>
  db
    .selectFrom('transfers as hold')
    .leftJoin('terms', 'terms.hold_id', 'hold.id')
    .leftJoin('transfers as settlement', 'settlement.hold_id', 'hold.id')
    .select([
      'hold.id',
      'hold.from_account as fromAccount',
      'hold.amount_cents as amountCents',
      'terms.id as termId',
      'terms.state as termState',
      'settlement.kind as settlementKind',
      'settlement.from_account as settlementFrom',
      'settlement.to_account as settlementTo',
      'settlement.amount_cents as settlementAmountCents',
    ])
    .where('hold.kind', '=', 'hold')
    .where('hold.id', '>', p.after)
    .orderBy('hold.id')
    .limit(p.limit),
);

/** The terms of every domain, in order; one row for a domain without terms. */
export const listDomainTerms = query<{ lastId: string; lastPosition: number; limit: number }>({
  page: 500,
})(({ db, p }) =>
  db
    .selectFrom('domains')
    .leftJoin('terms', 'terms.domain_id', 'domains.id')
    .select(domains.select('id', 'name', 'state', 'expiresAt'))
    .select([
      'terms.id as termId',
      'terms.years',
      'terms.state as termState',
      'terms.accepted_at as acceptedAt',
      'terms.ends_at as endsAt',
      'terms.position',
    ])
    .where('domains.id', '>=', p.lastId)
    .where((eb) =>
      eb.or([eb('domains.id', '>', p.lastId), eb('terms.position', '>', p.lastPosition)]),
    )
    .orderBy('domains.id')
    .orderBy('terms.position')
    .limit(p.limit),
).by({ lastId: '', lastPosition: 0 }, ({ id, position }) => ({
  lastId: id,
  lastPosition: position ?? 0,
}));

/** Every top-up that was paid, beside its transfer. */
export const listPaidTopUps = query<{ after: string; limit: number }>({ page: 500 })(({ db, p }) =>
  db
    .selectFrom('top_ups')
    .leftJoin('transfers', 'transfers.id', 'top_ups.transfer_id')
    .select(topUps.select('id', 'workspaceId', 'amountCents'))
    .select([
      'transfers.kind as transferKind',
      'transfers.to_account as transferTo',
      'transfers.amount_cents as transferAmountCents',
    ])
    .where('top_ups.state', '=', 'paid')
    .where('top_ups.id', '>', p.after)
    .orderBy('top_ups.id')
    .limit(p.limit),
);
