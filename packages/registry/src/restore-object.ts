/** Restores a deleted name in two steps: the request, and the report that completes it. */
import { loadOwnObject } from './own-object.ts';
import { phaseOf } from './redemption.ts';
import type { RegistryMoment, RestoreObject } from './registry-command.ts';
import { withStatus } from './registry-object.ts';
import { doneReply, type RegistryReply, refusal, resultCode } from './registry-reply.ts';
import { updateObject } from './storage/queries/objects.ts';
import type { RegistryTx } from './storage/schema.ts';
import type { RegistryObject } from './storage/tables/objects.ts';

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
