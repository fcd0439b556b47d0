/**
 * Ends a transfer without the domain: the credits return, the name is free again and the auth code is
 * forgotten. The caller holds the lock of the domain.
 */
import type { NoticeLinks } from '../../mail/notices.ts';
import { postMail } from '../../mail/outbox.ts';
import { transferFailed } from '../../mail/transfer-in-notices.ts';
import { setState } from '../../storage/queries/domains.ts';
import { setEndedAt } from '../../storage/queries/registry-notes.ts';
import { findTerm } from '../../storage/queries/terms.ts';
import { updateTransferIn } from '../../storage/queries/transfers-in.ts';
import type { HostmasterTx } from '../../storage/schema.ts';
import type { Domain } from '../../storage/tables/domains.ts';
import type { TransferIn } from '../../storage/tables/transfers-in.ts';
import { recordFact } from '../../workspaces/activity.ts';
import type { Actor } from '../../workspaces/actor.ts';
import { voidTerm } from '../close-term.ts';

/** Why the transfer ended; null when its owner has cancelled it. */
export interface TransferEnd {
  readonly transfer: TransferIn;
  readonly domain: Pick<Domain, 'id' | 'name' | 'workspaceId'>;
  readonly failure: string | null;
  readonly at: number;
  readonly actor: Actor;
  /** The id of the entry in the activity. */
  readonly operationId: string;
  readonly links: NoticeLinks;
}

export async function endTransfer(tx: HostmasterTx, end: TransferEnd): Promise<void> {
  const { transfer, domain, failure, at } = end;
  const term = await tx.first(findTerm, { id: transfer.termId });
  if (term === undefined) throw new Error(`${transfer.id} has no term.`);
  await voidTerm(tx, term, at);
  await tx.run(setState, { id: domain.id, state: 'failed', dueAt: null });
  await tx.run(setEndedAt, { domainId: domain.id, endedAt: at });
  await tx.run(updateTransferIn, {
    id: transfer.id,
    status: failure === null ? 'cancelled' : 'failed',
    reason: failure,
    action: null,
    authCode: null,
    isCancelling: false,
    until: null,
    updatedAt: at,
  });
  const { workspaceId, name } = domain;
  const { id: transferId } = transfer;
  if (failure !== null) {
    const facts = { workspaceId, name, transferId, reason: failure };
    await postMail(tx, { workspaceId, at, notice: transferFailed(end.links, facts) });
  }
  recordFact(tx, {
    id: end.operationId,
    at,
    actor: end.actor,
    fact:
      failure === null
        ? { kind: 'domain.transfer_cancelled', domain: name, transferId }
        : { kind: 'domain.transfer_failed', domain: name, transferId, reason: failure },
  });
}
