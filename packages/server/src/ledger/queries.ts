/** The only statements that touch accounts and transfers. Nothing here updates or deletes a transfer. */
import { sql } from 'kysely';
import { query, type TransferRow } from '../storage/schema.ts';

export const insertAccount = query<{
  id: string;
  workspaceId: string | null;
  balanceCents: number | null;
}>()(({ db, p }) =>
  db
    .insertInto('accounts')
    .values({ id: p.id, workspace_id: p.workspaceId, balance_cents: p.balanceCents })
    .onConflict((conflict) => conflict.doNothing()),
);

export const insertTransfer = query<TransferRow>()(({ db, p }) =>
  db.insertInto('transfers').values({
    id: p.id,
    kind: p.kind,
    from_account: p.from_account,
    to_account: p.to_account,
    amount_cents: p.amount_cents,
    hold_id: p.hold_id,
    reason: p.reason,
    at: p.at,
  }),
);

/** The balance guard: touches no row when the account holds less than the amount. */
export const debitAccount = query<{ id: string; amountCents: number }>()(({ db, p }) =>
  db
    .updateTable('accounts')
    .set({ balance_cents: sql`balance_cents - ${p.amountCents}` })
    .where('id', '=', p.id)
    .where('balance_cents', '>=', p.amountCents),
);

export const creditAccount = query<{ id: string; amountCents: number }>()(({ db, p }) =>
  db
    .updateTable('accounts')
    .set({ balance_cents: sql`balance_cents + ${p.amountCents}` })
    .where('id', '=', p.id),
);

export const findBalance = query<{ id: string }>()(({ db, p }) =>
  db.selectFrom('accounts').select('balance_cents').where('id', '=', p.id),
);

export const findTransfer = query<{ id: string }>()(({ db, p }) =>
  db.selectFrom('transfers').selectAll().where('id', '=', p.id),
);

export const listAccounts = query<{ after: string; limit: number }>()(({ db, p }) =>
  db
    .selectFrom('accounts')
    .select(['id', 'workspace_id', 'balance_cents'])
    .select((eb) => [
      eb
        .selectFrom('transfers')
        .select((inner) =>
          inner.fn.coalesce(inner.fn.sum<number>('amount_cents'), sql<number>`0`).as('sum'),
        )
        .whereRef('to_account', '=', 'accounts.id')
        .as('credited_cents'),
      eb
        .selectFrom('transfers')
        .select((inner) =>
          inner.fn.coalesce(inner.fn.sum<number>('amount_cents'), sql<number>`0`).as('sum'),
        )
        .whereRef('from_account', '=', 'accounts.id')
        .as('debited_cents'),
    ])
    .where('id', '>', p.after)
    .orderBy('id')
    .limit(p.limit),
);

export const countTransfers = query<object>()(({ db }) =>
  db.selectFrom('transfers').select((eb) => eb.fn.countAll<number>().as('count')),
);

/** Every hold beside its term and its settlement; the three must tell one story. */
export const listHolds = query<{ after: string; limit: number }>()(({ db, p }) =>
  db
    .selectFrom('transfers as hold')
    .leftJoin('terms', 'terms.hold_id', 'hold.id')
    .leftJoin('transfers as settlement', 'settlement.hold_id', 'hold.id')
    .select([
      'hold.id',
      'hold.from_account',
      'hold.amount_cents',
      'terms.id as term_id',
      'terms.state as term_state',
      'settlement.kind as settlement_kind',
      'settlement.from_account as settlement_from',
      'settlement.to_account as settlement_to',
      'settlement.amount_cents as settlement_amount_cents',
    ])
    .where('hold.kind', '=', 'hold')
    .where('hold.id', '>', p.after)
    .orderBy('hold.id')
    .limit(p.limit),
);

/** Domains in pages, each with its terms in order. */
export const listDomainTerms = query<{ after: string; limit: number }>()(({ db, p }) =>
  db
    .selectFrom((inner) =>
      inner
        .selectFrom('domains')
        .select(['id', 'name', 'state', 'expires_at'])
        .where('id', '>', p.after)
        .orderBy('id')
        .limit(p.limit)
        .as('domains'),
    )
    .leftJoin('terms', 'terms.domain_id', 'domains.id')
    .select([
      'domains.id',
      'domains.name',
      'domains.state',
      'domains.expires_at',
      'terms.id as term_id',
      'terms.years',
      'terms.state as term_state',
      'terms.accepted_at',
    ])
    .orderBy('domains.id')
    .orderBy('terms.position'),
);

/** Every top-up that was paid, beside its transfer. */
export const listPaidTopUps = query<{ after: string; limit: number }>()(({ db, p }) =>
  db
    .selectFrom('top_ups')
    .leftJoin('transfers', 'transfers.id', 'top_ups.transfer_id')
    .select([
      'top_ups.id',
      'top_ups.workspace_id',
      'top_ups.amount_cents',
      'transfers.kind as transfer_kind',
      'transfers.to_account as transfer_to',
      'transfers.amount_cents as transfer_amount_cents',
    ])
    .where('top_ups.state', '=', 'paid')
    .where('top_ups.id', '>', p.after)
    .orderBy('top_ups.id')
    .limit(p.limit),
);
