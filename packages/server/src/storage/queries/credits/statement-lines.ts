/**
 * The statement's reads. What enters an account and what leaves it are two indexes, so each side is
 * its own query, in order and with a limit; the caller merges them.
 */
import { type RawBuilder, sql } from 'kysely';
import { type QueryContext, query } from '../../schema.ts';
import { ledgerEntries } from '../../tables/credits/ledger-entries.ts';
import { terms } from '../../tables/renewal/terms.ts';

const statementFields = ledgerEntries.select('id', 'at', 'amountCents', 'reason');

export interface StatementSideParams {
  readonly account: string;
  readonly before: string;
  readonly kinds: readonly string[];
  readonly from: number;
  readonly to: number;
  readonly limit: number;
}

/** Top-ups and credits by the operator, and holds that came back. */
export const listCredited = query<StatementSideParams>({ page: 501 })((context) => {
  const { db, p } = context;
  const kind = sql<string>`case when transfers.kind = 'void' then 'refund' when top_ups.id is not null then 'top_up' else 'adjustment' end`;
  return db
    .selectFrom('transfers')
    .leftJoin('top_ups', 'top_ups.transfer_id', 'transfers.id')
    .leftJoin('terms', 'terms.hold_id', 'transfers.hold_id')
    .leftJoin('domains', 'domains.id', 'terms.domain_id')
    .leftJoin('transfers_in', 'transfers_in.term_id', 'terms.id')
    .select(statementFields)
    .select([
      kind.as('kind'),
      'transfers_in.status as transferStatus',
      'top_ups.provider',
      'terms.kind as termKind',
      'domains.name as domainName',
      'domains.state as domainState',
    ])
    .where('transfers.to_account', '=', p.account)
    .where(isListed(context, kind))
    .orderBy('transfers.id', 'desc')
    .limit(p.limit);
});

/** Registrations, transfers, renewals and what the operator took back. */
export const listDebited = query<StatementSideParams>({ page: 501 })((context) => {
  const { db, p } = context;
  const kind = sql<string>`case when transfers_in.term_id is not null then 'transfer' else coalesce(terms.kind, 'adjustment') end`;
  return db
    .selectFrom('transfers')
    .leftJoin('terms', 'terms.hold_id', 'transfers.id')
    .leftJoin('domains', 'domains.id', 'terms.domain_id')
    .leftJoin('transfers_in', 'transfers_in.term_id', 'terms.id')
    .select(statementFields)
    .select([
      kind.as('kind'),
      'transfers_in.status as transferStatus',
      'terms.state as termState',
      'terms.years',
      'terms.automatic',
      'domains.name as domainName',
    ])
    .where('transfers.from_account', '=', p.account)
    .where(isListed(context, kind))
    .orderBy('transfers.id', 'desc')
    .limit(p.limit);
}).decodedBy(terms);

/** The filter that both sides share. */
function isListed(
  { p, dialect }: Pick<QueryContext<StatementSideParams>, 'p' | 'dialect'>,
  kind: RawBuilder<string>,
) {
  return sql<boolean>`transfers.id < ${p.before} and transfers.at >= ${p.from} and transfers.at < ${p.to} and ${dialect.inList(kind, p.kinds)}`;
}

/** The balance right after a transfer: today's, less everything newer. */
export const findBalanceAfter = query<{ account: string; id: string }>('one')(({ db, p }) =>
  db
    .selectFrom('accounts')
    .select(
      sql<number>`cast(balance_cents
        - (select coalesce(sum(amount_cents), 0) from transfers where to_account = ${p.account} and id > ${p.id})
        + (select coalesce(sum(amount_cents), 0) from transfers where from_account = ${p.account} and id > ${p.id})
        as bigint)`.as('balanceCents'),
    )
    .where('id', '=', p.account),
);

/**
 * For each listed transfer, what was moved after it and up to the newest of the page: also by
 * entries that the filter leaves out.
 */
export const sumNewer = query<{
  account: string;
  ids: readonly string[];
  oldest: string;
  newest: string;
}>({ forEach: 'ids', max: 1_000 })(({ db, p, dialect }) =>
  db
    .with('moves', (cte) =>
      cte
        .selectFrom('transfers')
        .select(['id', 'amount_cents as delta_cents'])
        .where('to_account', '=', p.account)
        .where('id', '>=', p.oldest)
        .where('id', '<=', p.newest)
        .unionAll(
          cte
            .selectFrom('transfers')
            .select(['id', sql<number>`-amount_cents`.as('delta_cents')])
            .where('from_account', '=', p.account)
            .where('id', '>=', p.oldest)
            .where('id', '<=', p.newest),
        ),
    )
    .with('sums', (cte) =>
      cte
        .selectFrom('moves')
        .select([
          'id',
          sql<number>`cast(coalesce(sum(delta_cents) over (order by id desc rows between unbounded preceding and 1 preceding), 0) as bigint)`.as(
            'newerCents',
          ),
        ]),
    )
    .selectFrom('sums')
    .selectAll()
    .where(dialect.inList(sql.ref('id'), p.ids)),
);

/** The sum of holds of pending registrations and renewals: these are few, whatever the account has. */
export const sumHeld = query<{ account: string }>('one')(({ db, p }) =>
  db
    .selectFrom('terms')
    .select(({ selectFrom }) =>
      sql<number>`cast(coalesce(sum(${selectFrom('transfers')
        .select('amount_cents')
        .whereRef('transfers.id', '=', 'terms.hold_id')
        .where('from_account', '=', p.account)}), 0) as bigint)`.as('heldCents'),
    )
    .where(sql<boolean>`terms.state = 'pending'`),
);
