/** Transfers from other registrars, and the domains that they bring. */
import { sql } from 'kysely';
import { type QueryContext, query } from '../../schema.ts';
import { transfersIn } from '../../tables/transfers/transfers-in.ts';

/** With the name, and what was paid. */
const withCost = ({ db }: Pick<QueryContext<object>, 'db'>) =>
  db
    .selectFrom('transfers_in')
    .innerJoin('domains', 'domains.id', 'transfers_in.domain_id')
    .innerJoin('terms', 'terms.id', 'transfers_in.term_id')
    .innerJoin('transfers', 'transfers.id', 'terms.hold_id')
    .select(transfersIn.select())
    .select(['domains.name', 'terms.state as termState', 'transfers.amount_cents as amountCents']);

export const findTransferIn = query<{ workspaceId: string; id: string }>('one')((context) =>
  withCost(context)
    .where('transfers_in.workspace_id', '=', context.p.workspaceId)
    .where('transfers_in.id', '=', context.p.id),
).decodedBy(transfersIn);

/** Newest first. */
export const listTransfersIn = query<{ workspaceId: string; before: string; limit: number }>({
  page: 1_000,
})((context) =>
  withCost(context)
    .where('transfers_in.workspace_id', '=', context.p.workspaceId)
    .where('transfers_in.id', '<', context.p.before)
    .orderBy('transfers_in.id', 'desc')
    .limit(context.p.limit),
).decodedBy(transfersIn);

/** Transfers of all workspaces, newest first; for operators. */
export const listAllTransfersIn = query<{ limit: number }>({ page: 1_000 })((context) =>
  withCost(context).orderBy('transfers_in.id', 'desc').limit(context.p.limit),
).decodedBy(transfersIn);

export const findTransferInById = query<{ id: string }>('one')((context) =>
  withCost(context).where('transfers_in.id', '=', context.p.id),
).decodedBy(transfersIn);

export const findTransferOfDomain = query<{ domainId: string }>('one')(({ db, p }) =>
  db.selectFrom('transfers_in').select(transfersIn.select()).where('domain_id', '=', p.domainId),
).decodedBy(transfersIn);

/**
 * The domain of an earlier transfer of a name that ended without it and has records still; the newest,
 * and none from before a transfer that succeeded.
 */
export const findKeptRecords = query<{ workspaceId: string; name: string; domainId: string }>(
  'one',
)(({ db, p }) =>
  db
    .selectFrom('transfers_in')
    .innerJoin('domains', 'domains.id', 'transfers_in.domain_id')
    .select(transfersIn.select('domainId'))
    .where('transfers_in.workspace_id', '=', p.workspaceId)
    .where('transfers_in.domain_id', '!=', p.domainId)
    .where('domains.name', '=', p.name)
    .where('transfers_in.status', 'in', ['failed', 'cancelled'])
    .where(
      sql<boolean>`exists (select 1 from records where records.domain_id = transfers_in.domain_id)`,
    )
    .where(
      sql<boolean>`not exists (select 1 from transfers_in as later
          inner join domains as arrived on arrived.id = later.domain_id
          where later.workspace_id = ${p.workspaceId} and arrived.name = ${p.name}
            and later.status = 'succeeded' and later.id > transfers_in.id)`,
    )
    .orderBy('transfers_in.id', 'desc')
    .limit(1),
).decodedBy(transfersIn);
