/**
 * The redemption of deleted names (RFC 3915): first they can be restored, then they wait for their
 * purge. A restore is a request and a report; without the report the name is as deleted as before.
 */
import { dayMs } from '@hostmaster/contract/durations';
import { behaviourOf } from './behaviours.ts';
import { loadOwnObject } from './own-object.ts';
import type { RegistryMoment, RestoreObject } from './registry-command.ts';
import { withStatus } from './registry-object.ts';
import { doneReply, type RegistryReply, refusal, resultCode } from './registry-reply.ts';
import { updateObject } from './storage/queries/objects.ts';
import type { RegistryTx } from './storage/schema.ts';
import type { RegistryObject } from './storage/tables/objects.ts';

/** How long the registry waits for the report of a restore. */
const reportMs = 7 * dayMs;
const ownRedemption = { redemptionMs: 30 * dayMs, pendingDeleteMs: 5 * dayMs };

export type DeletionPhase = 'redemption' | 'restoring' | 'final';

export function redemptionOf(
  name: string,
  { policy }: RegistryMoment,
): { readonly redemptionMs: number; readonly pendingDeleteMs: number } {
  if (behaviourOf(name).hasRedemption) return ownRedemption;
  return { redemptionMs: policy.redemptionMs, pendingDeleteMs: 0 };
}

/** Null for a name that is not deleted. */
export function phaseOf(
  object: Pick<RegistryObject, 'redemptionUntil' | 'restoreRequestedAt'>,
  calendar: number,
): DeletionPhase | null {
  const { redemptionUntil, restoreRequestedAt } = object;
  if (redemptionUntil === null) return null;
  if (restoreRequestedAt !== null && calendar < restoreRequestedAt + reportMs) return 'restoring';
  return calendar < redemptionUntil ? 'redemption' : 'final';
}

export async function restoreObject(
  tx: RegistryTx,
  command: RestoreObject,
  now: RegistryMoment,
): Promise<RegistryReply> {
  const loaded = await loadOwnObject(tx, command, now);
  if ('refused' in loaded) return loaded.refused;
  const { object } = loaded;
  const needed = command.op === 'request' ? 'redemption' : 'restoring';
  if (phaseOf(object, now.calendar) !== needed) {
    return refusal(resultCode.statusProhibits, `The name is not in the phase ${needed}.`);
  }
  const changed =
    command.op === 'request' ? { ...object, restoreRequestedAt: now.calendar } : restored(object);
  await tx.run(updateObject, { ...changed, updatedAt: now.calendar });
  return doneReply(object.expiresAt);
}

function restored(object: RegistryObject): RegistryObject {
  const statuses = withStatus(object.statuses, { status: 'pendingDelete', isSet: false });
  return { ...object, statuses, purgesAt: null, redemptionUntil: null, restoreRequestedAt: null };
}

/** True while nothing keeps the name from being free. */
export function isPurged(
  {
    purgesAt,
    ...object
  }: Pick<RegistryObject, 'purgesAt' | 'redemptionUntil' | 'restoreRequestedAt'>,
  calendar: number,
): boolean {
  return purgesAt !== null && purgesAt <= calendar && phaseOf(object, calendar) !== 'restoring';
}
