/** Requests of other registrars for domains of ours, and the end of a domain that has left. */
import { sql } from 'kysely';
import { query } from '../../schema.ts';
import { transfersOut } from '../../tables/transfers/transfers-out.ts';

export const findPendingTransferOut = query<{ domainId: string }>('one')(({ db, p }) =>
  db
    .selectFrom('transfers_out')
    .select(transfersOut.select())
    .where('domain_id', '=', p.domainId)
    .where(sql<boolean>`state = 'pending'`),
).decodedBy(transfersOut);

export const findTransferOutByToken = query<{ tokenHash: string }>('one')(({ db, p }) =>
  db
    .selectFrom('transfers_out')
    .select(transfersOut.select())
    .where('token_hash', '=', p.tokenHash),
).decodedBy(transfersOut);

/** The pending requests for domains of a workspace, with the names of these. */
export const listPendingTransfersOut = query<{ workspaceId: string; limit: number }>({
  page: 100,
})(({ db, p }) =>
  db
    .selectFrom('domains')
    .innerJoin('transfers_out', 'transfers_out.domain_id', 'domains.id')
    .select(['domains.name', 'transfers_out.id as id', 'transfers_out.state as state'])
    .select(transfersOut.select('requestedAt', 'actsAt', 'decision'))
    .where('domains.workspace_id', '=', p.workspaceId)
    .where('domains.transfer_out_until', 'is not', null)
    .where('domains.state', '=', 'live')
    .where(sql<boolean>`transfers_out.state = 'pending'`)
    .orderBy('domains.id')
    .limit(p.limit),
).decodedBy(transfersOut);
