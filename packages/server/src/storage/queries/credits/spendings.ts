/** Spending caps, and what keys and members have spent in a month. */
import { sql } from 'kysely';
import { query } from '../../schema.ts';
import { type Spending, spendings } from '../../tables/credits/spendings.ts';

type SpendingKey = Omit<Spending, 'spentCents'>;

/** A row for each of the spenders; nulls where one has no cap, or has spent nothing in the month. */
export const findSpenders = query<{
  workspaceId: string;
  spenderIds: readonly string[];
  monthAt: number;
}>({ forEach: 'spenderIds', max: 1_000 })(({ db, p, dialect }) =>
  db
    .selectFrom(dialect.elements(p.spenderIds).as('spender'))
    .leftJoin('spending_caps', (join) =>
      join
        .onRef('spending_caps.spender_id', '=', 'spender.value')
        .on('spending_caps.workspace_id', '=', p.workspaceId),
    )
    .leftJoin('spendings', (join) =>
      join
        .onRef('spendings.spender_id', '=', 'spender.value')
        .on('spendings.workspace_id', '=', p.workspaceId)
        .on('spendings.month_at', '=', p.monthAt),
    )
    .select([
      'spender.value as spenderId',
      'spending_caps.cap_cents as capCents',
      'spendings.spent_cents as spentCents',
    ]),
);

/** The balance of a workspace beside the caps and spendings of up to two of its spenders. */
export const findFunds = query<{
  account: string;
  workspaceId: string;
  keyId: string | null;
  memberId: string | null;
  monthAt: number;
}>('one')(({ db, p }) =>
  db
    .selectFrom('accounts')
    .select('balance_cents as balanceCents')
    .select((of) => {
      const capOf = (spenderId: string | null) =>
        of
          .selectFrom('spending_caps')
          .select('cap_cents')
          .where('workspace_id', '=', p.workspaceId)
          .where('spender_id', '=', spenderId);
      const spentBy = (spenderId: string | null) =>
        of
          .selectFrom('spendings')
          .select('spent_cents')
          .where('workspace_id', '=', p.workspaceId)
          .where('spender_id', '=', spenderId)
          .where('month_at', '=', p.monthAt);
      return [
        capOf(p.keyId).as('keyCapCents'),
        spentBy(p.keyId).as('keySpentCents'),
        capOf(p.memberId).as('memberCapCents'),
        spentBy(p.memberId).as('memberSpentCents'),
      ];
    })
    .where('id', '=', p.account),
);

/** Touches no row when the spending would exceed `capCents`. */
export const moveSpending = query<SpendingKey & { deltaCents: number; capCents: number }>()(
  ({ db, p }) => {
    const delta = sql<number>`cast(${p.deltaCents} as bigint)`;
    const cap = sql<number>`cast(${p.capCents} as bigint)`;
    return db
      .insertInto('spendings')
      .columns(['workspace_id', 'spender_id', 'month_at', 'spent_cents'])
      .expression(({ selectFrom }) =>
        selectFrom('workspaces')
          .select([
            'id',
            sql<string>`cast(${p.spenderId} as text)`.as('spender_id'),
            sql<number>`cast(${p.monthAt} as bigint)`.as('month_at'),
            delta.as('spent_cents'),
          ])
          .where('id', '=', p.workspaceId)
          .where(sql<boolean>`${delta} <= ${cap}`),
      )
      .onConflict((conflict) =>
        conflict
          .columns(['workspace_id', 'spender_id', 'month_at'])
          .doUpdateSet({ spent_cents: sql<number>`spendings.spent_cents + ${delta}` })
          .where(sql<boolean>`spendings.spent_cents + ${delta} <= ${cap}`),
      );
  },
);

/** In the order of their key. */
export const listSpendings = query<SpendingKey & { limit: number }>({ page: 500 })(({ db, p }) =>
  db
    .selectFrom('spendings')
    .select(spendings.select())
    .where(
      sql<boolean>`(workspace_id, spender_id, month_at) > (${p.workspaceId}, ${p.spenderId}, ${p.monthAt})`,
    )
    .orderBy('workspace_id')
    .orderBy('spender_id')
    .orderBy('month_at')
    .limit(p.limit),
).by({ workspaceId: '', spenderId: '', monthAt: 0 }, ({ workspaceId, spenderId, monthAt }) => ({
  workspaceId,
  spenderId,
  monthAt,
}));

/** What the ledger has of a spending: holds of the month that were not returned. */
export const sumSpending = query<{
  account: string;
  spenderId: string;
  from: number;
  to: number;
}>('one')(({ db, p }) =>
  db
    .selectFrom('transfers as hold')
    .leftJoin('transfers as void', (join) =>
      join.onRef('void.hold_id', '=', 'hold.id').on('void.kind', '=', 'void'),
    )
    .select((eb) =>
      eb.fn.coalesce(eb.fn.sum<number>('hold.amount_cents'), sql<number>`0`).as('cents'),
    )
    .where('hold.from_account', '=', p.account)
    .where('hold.kind', '=', 'hold')
    .where('void.id', 'is', null)
    .where('hold.at', '>=', p.from)
    .where('hold.at', '<', p.to)
    .where((eb) =>
      eb.or([eb('hold.key_id', '=', p.spenderId), eb('hold.user_id', '=', p.spenderId)]),
    ),
);
