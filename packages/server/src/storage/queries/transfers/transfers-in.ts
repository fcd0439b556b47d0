/** Transfers from other registrars, and the domains that they bring. */
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

export const findTransferIn = query<{ workspaceId: string; id: string }>()((context) =>
  withCost(context)
    .where('transfers_in.workspace_id', '=', context.p.workspaceId)
    .where('transfers_in.id', '=', context.p.id),
).decodedBy(transfersIn);

/** Newest first. */
export const listTransfersIn = query<{ workspaceId: string; before: string; limit: number }>()(
  (context) =>
    withCost(context)
      .where('transfers_in.workspace_id', '=', context.p.workspaceId)
      .where('transfers_in.id', '<', context.p.before)
      .orderBy('transfers_in.id', 'desc')
      .limit(context.p.limit),
).decodedBy(transfersIn);

/** Of all workspaces, newest first; for operators. */
export const listAllTransfersIn = query<{ limit: number }>()((context) =>
  withCost(context).orderBy('transfers_in.id', 'desc').limit(context.p.limit),
).decodedBy(transfersIn);

export const findTransferInById = query<{ id: string }>()((context) =>
  withCost(context).where('transfers_in.id', '=', context.p.id),
).decodedBy(transfersIn);

export const findTransferOfDomain = query<{ domainId: string }>()(({ db, p }) =>
  db.selectFrom('transfers_in').select(transfersIn.select()).where('domain_id', '=', p.domainId),
).decodedBy(transfersIn);

/** The newest transfer of a name in the workspace, but for the one of this domain. */
export const findEarlierTransfer = query<{ workspaceId: string; name: string; domainId: string }>()(
  ({ db, p }) =>
    db
      .selectFrom('transfers_in')
      .innerJoin('domains', 'domains.id', 'transfers_in.domain_id')
      .select(transfersIn.select('domainId', 'status'))
      .where('transfers_in.workspace_id', '=', p.workspaceId)
      .where('transfers_in.domain_id', '!=', p.domainId)
      .where('domains.name', '=', p.name)
      .orderBy('transfers_in.id', 'desc')
      .limit(1),
).decodedBy(transfersIn);
