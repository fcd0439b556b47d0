/** Requests of other registrars for domains of ours, and the end of a domain that has left. */
import { sql } from 'kysely';
import { query } from '../../schema.ts';
import { transfersOut } from '../../tables/transfers/transfers-out.ts';

export const findPendingTransferOut = query<{ domainId: string }>()(({ db, p }) =>
  db
    .selectFrom('transfers_out')
    .select(transfersOut.select())
    .where('domain_id', '=', p.domainId)
    .where(sql<boolean>`state = 'pending'`),
).decodedBy(transfersOut);

export const findTransferOutByToken = query<{ tokenHash: string }>()(({ db, p }) =>
  db
    .selectFrom('transfers_out')
    .select(transfersOut.select())
    .where('token_hash', '=', p.tokenHash),
).decodedBy(transfersOut);
