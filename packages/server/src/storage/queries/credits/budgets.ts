/** Monthly budgets, and those of workspaces whose ledger has grown since they were compared. */
import { sql } from 'kysely';
import { type QueryContext, query } from '../../schema.ts';
import { budgets } from '../../tables/credits/budgets.ts';

export const findBudget = query<{ workspaceId: string }>('one')(({ db, p }) =>
  db.selectFrom('budgets').select(budgets.select()).where('workspace_id', '=', p.workspaceId),
);

export const lockBudget = query<{ workspaceId: string }>('one')(({ db, p, dialect }) =>
  db
    .selectFrom('budgets')
    .select(budgets.select())
    .where('workspace_id', '=', p.workspaceId)
    .modifyEnd(dialect.lockRows),
);

export const findLedgerSeq = query<{ workspaceId: string }>('one')(({ db, p }) =>
  db
    .selectFrom('event_streams')
    .select('ledger_seq as ledgerSeq')
    .where('workspace_id', '=', p.workspaceId),
);

function behind<P>({ db }: QueryContext<P>) {
  return db
    .selectFrom('budgets')
    .innerJoin('event_streams', 'event_streams.workspace_id', 'budgets.workspace_id')
    .select(['budgets.workspace_id as workspaceId', 'event_streams.ledger_seq as ledgerSeq'])
    .whereRef('event_streams.ledger_seq', '<>', 'budgets.checked_seq');
}

export const listBudgetsBehind = query<{ after: string; limit: number }>({ page: 100 })((context) =>
  behind(context)
    .where('budgets.workspace_id', '>', context.p.after)
    .orderBy('budgets.workspace_id')
    .limit(context.p.limit),
);

export const listBudgetsBehindOf = query<{ workspaceIds: readonly string[] }>({
  forEach: 'workspaceIds',
  max: 500,
})((context) =>
  behind(context).where(
    context.dialect.inList(sql.ref('budgets.workspace_id'), context.p.workspaceIds),
  ),
);
