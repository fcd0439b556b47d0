/** Requests of other registrars for domains of ours, and the end of a domain that has left. */
import { sql } from 'kysely';
import { query } from '../schema.ts';
import { type Domain, domains } from '../tables/domains.ts';
import { type TransferOut, transfersOut } from '../tables/transfers-out.ts';

export const insertTransferOut = query<TransferOut>()(({ db, p }) =>
  db.insertInto('transfers_out').values(transfersOut.values(p)),
);

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

export const setTransferOutState = query<Pick<TransferOut, 'id' | 'state'>>()(({ db, p }) =>
  db
    .updateTable('transfers_out')
    .set(transfersOut.set({ state: p.state }))
    .where('id', '=', p.id),
);

/** The first answer counts. */
export const setTransferOutDecision = query<{ id: string; decision: 'approve' | 'deny' }>()(
  ({ db, p }) =>
    db
      .updateTable('transfers_out')
      .set(transfersOut.set({ decision: p.decision }))
      .where('id', '=', p.id)
      .where('state', '=', 'pending')
      .where('decision', 'is', null),
);

/** While a request is pending, the lifecycle looks at nothing else. */
export const setTransferOutUntil = query<Pick<Domain, 'id' | 'transferOutUntil' | 'dueAt'>>()(
  ({ db, p }) =>
    db
      .updateTable('domains')
      .set(domains.set({ transferOutUntil: p.transferOutUntil, dueAt: p.dueAt }))
      .where('id', '=', p.id),
);

/** The domain has left: its auth code is forgotten, and its zone is served a little longer. */
export const setTransferred = query<
  Pick<Domain, 'id' | 'transferredAt' | 'zoneUntil' | 'releaseBeganAt'>
>()(({ db, p }) =>
  db
    .updateTable('domains')
    .set(
      domains.set({
        transferredAt: p.transferredAt,
        zoneUntil: p.zoneUntil,
        dueAt: p.zoneUntil,
        releaseBeganAt: p.releaseBeganAt,
        transferOutUntil: null,
        authCode: null,
        authCodeExpiresAt: null,
      }),
    )
    .where('id', '=', p.id),
);

export const setZoneWithdrawn = query<{ id: string }>()(({ db, p }) =>
  db
    .updateTable('domains')
    .set(domains.set({ zoneUntil: null, dueAt: null }))
    .where('id', '=', p.id),
);
