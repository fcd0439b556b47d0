/**
 * Ends a transfer without the domain: the credits return, the name is free again and the auth code is
 * forgotten. The caller has loaded the domain with its lock.
 */
import { type Change, combine } from '../../changes/change.ts';
import type { Fact } from '../../facts/fact.ts';
import { mailTo } from '../../notices/new-mail.ts';
import type { NoticeLinks } from '../../notices/notices.ts';
import { transferFailed } from '../../notices/transfer-in-notices.ts';
import type { PaidTerm } from '../../storage/queries/renewal/terms.ts';
import { update } from '../../storage/row-write.ts';
import { statement } from '../../storage/statements.ts';
import { type Domain, domains } from '../../storage/tables/domains/domains.ts';
import { type TransferIn, transfersIn } from '../../storage/tables/transfers/transfers-in.ts';
import type { Actor } from '../../workspaces/actor.ts';
import { refundTerm } from '../credits/close-term.ts';

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

/** With what was loaded: its term, and the address of the workspace. */
export function endedTransfer(
  end: TransferEnd & { readonly term: PaidTerm; readonly recipient: string | null },
): Change {
  const { transfer, domain, at, operationId: id, actor, recipient } = end;
  const { workspaceId, id: domainId } = domain;
  return combine(refundTerm(end.term, at), {
    rows: [
      update(domains, { id: domainId }, { state: 'failed', dueAt: null }),
      statement('setEndedAt', { domainId, endedAt: at }),
      update(transfersIn, { id: transfer.id }, endOf(end)),
    ],
    mails: noticesOf(end).map((notice) => mailTo({ workspaceId, recipient, at, notice })),
    facts: [{ id, at, actor, fact: factOf(end) }],
  });
}

function endOf({ failure: reason, at }: TransferEnd) {
  return endedFields({ status: reason === null ? 'cancelled' : 'failed', reason, at });
}

/** A transfer that has ended, well or not: nothing more is to be done, and its auth code is forgotten. */
export function endedFields(
  end: Pick<TransferIn, 'status' | 'reason'> & { readonly at: number },
): Partial<TransferIn> {
  return {
    status: end.status,
    reason: end.reason,
    action: null,
    authCode: null,
    isCancelling: false,
    until: null,
    updatedAt: end.at,
  };
}

/** What its owner has cancelled needs no mail. */
function noticesOf({ transfer, domain, failure: reason, links }: TransferEnd) {
  if (reason === null) return [];
  const { workspaceId, name } = domain;
  return [transferFailed(links, { workspaceId, name, transferId: transfer.id, reason })];
}

function factOf({ transfer, domain: { name: domain }, failure: reason }: TransferEnd): Fact {
  const { id: transferId } = transfer;
  return reason === null
    ? { kind: 'domain.transfer_cancelled', domain, transferId }
    : { kind: 'domain.transfer_failed', domain, transferId, reason };
}
