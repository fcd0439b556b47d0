/**
 * Puts a domain on hold, or lifts the hold: at the registry it is clientHold (RFC 5731), which takes
 * the name out of the DNS. It is desired state, which a job sends and which reconciliation repairs.
 */
import { enqueueConvergence } from '../fulfilment/job-kinds.ts';
import { domainHeld, domainUnheld, type NoticeLinks } from '../mail/notices.ts';
import { postMail } from '../mail/outbox.ts';
import { findHold, setHold } from '../storage/queries/domain-holds.ts';
import { raiseDesiredRevision } from '../storage/queries/domains.ts';
import type { HostmasterTx } from '../storage/schema.ts';
import type { Domain } from '../storage/tables/domains.ts';
import { recordFact } from '../workspaces/activity.ts';
import type { Call } from './operation.ts';
import { lockLive } from './prepare-transfer-out.ts';

export interface HoldChange {
  readonly domain: Pick<Domain, 'id' | 'name'>;
  readonly isHeld: boolean;
  readonly reason: string;
  readonly links: NoticeLinks;
}

/** Repeating a change sends it to the registry again, without another mail. */
export async function changeHold(
  tx: HostmasterTx,
  call: Pick<Call, 'actor' | 'now' | 'operationId'>,
  { domain, isHeld, reason, links }: HoldChange,
): Promise<void> {
  const { id, name, workspaceId } = await lockLive(tx, domain);
  const before = await tx.first(findHold, { domainId: id });
  await tx.run(raiseDesiredRevision, { id });
  await enqueueConvergence(tx, { domainId: id });
  if (before?.isHeld === isHeld && before.reason === reason) return;
  await tx.run(setHold, { domainId: id, isHeld, reason, changedAt: call.now });
  recordFact(tx, {
    id: call.operationId,
    at: call.now,
    actor: call.actor,
    fact: { kind: isHeld ? 'domain.held' : 'domain.unheld', domain: name, reason },
  });
  const facts = { workspaceId, name, reason, changeId: call.operationId };
  const notice = isHeld ? domainHeld(links, facts) : domainUnheld(links, facts);
  await postMail(tx, { workspaceId, at: call.now, notice });
}
