/**
 * Stores the state changes of an object that are due: a decision, a transfer, a year added at
 * expiry, the end of redemption. No timer runs: the next command that touches the object stores them, so every process
 * sees the same outcome, even after a clock steps back.
 */

import { addYears } from '@hostmaster/contract/durations';
import { command } from '@hostmaster/storage';
import { announce, announceDecision } from './announce.ts';
import { isPurged } from './redemption.ts';
import type { RegistryMoment } from './registry-command.ts';
import { standingOf, withStatus } from './registry-object.ts';
import { doneReply, resultCode } from './registry-reply.ts';
import { settleTransfer } from './settle-transfer.ts';
import { deleteObject, updateObject } from './storage/queries/objects.ts';
import { settleTransaction } from './storage/queries/transactions.ts';
import type { RegistryTx } from './storage/schema.ts';
import type { GracePeriod, RegistryObject } from './storage/tables/objects.ts';
import { settleTrade } from './trade-object.ts';

/** Expects the object locked. Returns it as stored afterwards; null when the name is free again. */
export async function settleObject(
  tx: RegistryTx,
  object: RegistryObject,
  now: RegistryMoment,
): Promise<RegistryObject | null> {
  if (isPurged(object, now.calendar)) {
    await tx.run(deleteObject, { name: object.name });
    return null;
  }
  const decided = await settleCreation(tx, object, now);
  if (decided === null) return null;
  const traded = await settleTrade(tx, decided, now);
  return settleExpiry(tx, await settleTransfer(tx, traded, now), now);
}

async function settleCreation(
  tx: RegistryTx,
  object: RegistryObject,
  now: RegistryMoment,
): Promise<RegistryObject | null> {
  const { name, sponsor, pendingTransaction: id } = object;
  const standing = standingOf(object, now.machine);
  if (id === null || standing === 'pending') return object;
  await announceDecision(tx, now, {
    sponsor,
    name,
    transactionId: id,
    succeeded: standing !== 'declined',
    text: standing === 'declined' ? 'The registration was declined.' : 'The name is registered.',
  });
  if (standing === 'declined') {
    const message = object.declineReason ?? '';
    await tx.run(deleteObject, { name });
    await tx.run(settleTransaction, { sponsor, id, code: resultCode.policyViolation, message });
    return null;
  }
  const statuses = withStatus(object.statuses, { status: 'pendingCreate', isSet: false });
  const registered = { ...object, statuses, pendingTransaction: null, settlesAt: null };
  const { code, message } = doneReply(object.expiresAt);
  await tx.batch([
    command(updateObject, registered),
    command(settleTransaction, { sponsor, id, code, message }),
  ]);
  return registered;
}

/** Each expiry that has passed adds a year and its auto-renew grace period. */
async function settleExpiry(
  tx: RegistryTx,
  object: RegistryObject,
  now: RegistryMoment,
): Promise<RegistryObject> {
  const { autoRenewGraceMs } = now.policy;
  if (autoRenewGraceMs === null || object.settlesAt !== null || object.purgesAt !== null) {
    return object;
  }
  let renewed = object;
  while (renewed.expiresAt <= now.calendar) {
    const until = renewed.expiresAt + autoRenewGraceMs;
    const period: GracePeriod = { kind: 'autoRenewPeriod', until };
    renewed = {
      ...renewed,
      expiresAt: addYears(renewed.expiresAt, 1),
      gracePeriods: [...renewed.gracePeriods, period],
    };
    await announce(tx, now, {
      sponsor: object.sponsor,
      text: 'The name was renewed automatically.',
      event: { kind: 'auto-renewed', name: object.name },
    });
  }
  if (renewed !== object) await tx.run(updateObject, renewed);
  return renewed;
}
