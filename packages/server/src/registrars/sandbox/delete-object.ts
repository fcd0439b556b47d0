/**
 * Deletes a domain. It is free at once, unless the registry's policy has a redemption period: then
 * only domains in the add grace period are free at once, and the others can be restored for a time.
 */

import { loadOwnObject } from './own-object.ts';
import { deleteObject as removeObject, updateObject } from './queries.ts';
import type { RegistryCommand, RegistryMoment } from './registry-command.ts';
import { readGracePeriods, readStatuses, withStatus } from './registry-object.ts';
import { doneReply, type RegistryReply, refusal, resultCode } from './registry-reply.ts';
import type { RegistryTx } from './schema.ts';

export async function deleteObject(
  tx: RegistryTx,
  command: RegistryCommand,
  now: RegistryMoment,
): Promise<RegistryReply> {
  const loaded = await loadOwnObject(tx, command, now);
  if ('refused' in loaded) return loaded.refused;
  const { row } = loaded;
  const statuses = readStatuses(row);
  if (statuses.includes('clientDeleteProhibited') || statuses.includes('pendingDelete')) {
    return refusal(resultCode.statusProhibits, 'The status of this name prohibits its deletion.');
  }
  const isNew = readGracePeriods(row).some(
    ({ kind, until }) => kind === 'addPeriod' && until > now.calendar,
  );
  if (isNew || now.policy.redemptionMs === 0) {
    await tx.run(removeObject, { name: command.name });
    return doneReply(row.expires_at);
  }
  await tx.run(updateObject, {
    ...row,
    updated_at: now.calendar,
    statuses: JSON.stringify(withStatus(statuses, { status: 'pendingDelete', isSet: true })),
    purges_at: now.calendar + now.policy.redemptionMs,
  });
  return doneReply(row.expires_at);
}
