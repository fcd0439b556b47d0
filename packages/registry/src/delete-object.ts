/**
 * Deletes a domain. It is free at once, unless the registry's policy has a redemption period: then
 * only domains in the add grace period are free at once, and the others can be restored for a time.
 */
import { loadOwnObject } from './own-object.ts';
import { redemptionOf } from './redemption.ts';
import type { RegistryCommand, RegistryMoment } from './registry-command.ts';
import { withStatus } from './registry-object.ts';
import { doneReply, type RegistryReply, refusal, resultCode } from './registry-reply.ts';
import { deleteObject as removeObject, updateObject } from './storage/queries/objects.ts';
import type { RegistryTx } from './storage/schema.ts';

export async function deleteObject(
  tx: RegistryTx,
  command: RegistryCommand,
  now: RegistryMoment,
): Promise<RegistryReply> {
  const loaded = await loadOwnObject(tx, command, now);
  if ('refused' in loaded) return loaded.refused;
  const { object } = loaded;
  const { statuses } = object;
  if (statuses.includes('clientDeleteProhibited') || statuses.includes('pendingDelete')) {
    return refusal(resultCode.statusProhibits, 'The status of this name prohibits its deletion.');
  }
  const isNew = object.gracePeriods.some(
    ({ kind, until }) => kind === 'addPeriod' && until > now.calendar,
  );
  const { redemptionMs, pendingDeleteMs } = redemptionOf(command.name, now);
  if (isNew || redemptionMs === 0) {
    await tx.run(removeObject, { name: command.name });
    return doneReply(object.expiresAt);
  }
  await tx.run(updateObject, {
    ...object,
    updatedAt: now.calendar,
    statuses: withStatus(statuses, { status: 'pendingDelete', isSet: true }),
    redemptionUntil: now.calendar + redemptionMs,
    purgesAt: now.calendar + redemptionMs + pendingDeleteMs,
  });
  return doneReply(object.expiresAt);
}
