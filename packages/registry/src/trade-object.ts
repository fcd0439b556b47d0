/**
 * A change of the registrant. Ordinary names get it at once. Others are traded: the registry accepts
 * the change, refuses every other update meanwhile, and decides after its delay.
 */
import { announceDecision } from './announce.ts';
import { behaviourOf } from './behaviours.ts';
import { deleteIfUnused } from './refer-to-contact.ts';
import type { RegistryMoment } from './registry-command.ts';
import { withStatus } from './registry-object.ts';
import { doneReply, resultCode } from './registry-reply.ts';
import { updateObject } from './storage/queries/objects.ts';
import { settleTransaction } from './storage/queries/transactions.ts';
import type { RegistryTx } from './storage/schema.ts';
import type { ContactIds, PendingTrade, RegistryObject } from './storage/tables/objects.ts';

const declineReason = 'The registry reviewed the change of the owner and declined it.';

export interface NewOwner {
  readonly registrantId: string;
  readonly contactIds: ContactIds;
}

/** The object with its new registrant, or with the trade that leads to it. */
export function withOwner(
  object: RegistryObject,
  owner: NewOwner,
  change: {
    readonly transactionId: string;
    readonly now: RegistryMoment;
    readonly delayMs: number;
  },
): RegistryObject {
  const { ownerChange, delayMs } = behaviourOf(object.name);
  if (owner.registrantId === object.registrantId || ownerChange === 'update') {
    return { ...object, ...owner };
  }
  const trade: PendingTrade = {
    ...owner,
    transactionId: change.transactionId,
    settlesAt: change.now.machine + (delayMs ?? change.delayMs),
    declineReason: ownerChange === 'trade' ? null : declineReason,
  };
  const statuses = withStatus(object.statuses, { status: 'pendingUpdate', isSet: true });
  return { ...object, statuses, trade };
}

/** Decides a due trade. Expects the object locked. */
export async function settleTrade(
  tx: RegistryTx,
  object: RegistryObject,
  now: RegistryMoment,
): Promise<RegistryObject> {
  const { trade, sponsor, name } = object;
  if (trade === null || trade.settlesAt > now.machine) return object;
  const { registrantId, contactIds, declineReason: declined } = trade;
  const statuses = withStatus(object.statuses, { status: 'pendingUpdate', isSet: false });
  const kept = { ...object, statuses, trade: null };
  const settled =
    declined === null ? { ...kept, registrantId, contactIds, updatedAt: now.calendar } : kept;
  const key = { sponsor, id: trade.transactionId };
  const { code, message } =
    declined === null
      ? doneReply(object.expiresAt)
      : { code: resultCode.policyViolation, message: declined };
  await tx.run(updateObject, settled);
  await tx.run(settleTransaction, { ...key, code, message });
  await deleteIfUnused(tx, declined === null ? object.registrantId : registrantId);
  await announceDecision(tx, now, {
    sponsor,
    name,
    transactionId: trade.transactionId,
    succeeded: declined === null,
    text: declined === null ? 'The owner was changed.' : 'The change of the owner was declined.',
  });
  return settled;
}
