/** Sets the given fields. An update without a change writes nothing. */
import { isDeepStrictEqual } from 'node:util';
import { behaviourOf } from './behaviours.ts';
import { nameserverRefusal } from './change-object.ts';
import { loadOwnObject } from './own-object.ts';
import type { RegistryMoment, UpdateObject } from './registry-command.ts';
import { withStatus } from './registry-object.ts';
import { doneReply, type RegistryReply } from './registry-reply.ts';
import { updateObject as writeObject } from './storage/queries/objects.ts';
import type { RegistryTx } from './storage/schema.ts';
import type { ObjectStatus } from './storage/tables/objects.ts';

export async function updateObject(
  tx: RegistryTx,
  command: UpdateObject,
  now: RegistryMoment,
): Promise<RegistryReply> {
  const loaded = await loadOwnObject(tx, command, now);
  if ('refused' in loaded) return loaded.refused;
  const { object } = loaded;
  const { nameservers, statuses, privacyEnabled, authCode } = object;
  if (command.nameservers !== undefined && behaviourOf(command.name).refusesNameservers) {
    return nameserverRefusal();
  }
  const current = { nameservers, statuses, privacyEnabled, authCode };
  const wanted = {
    nameservers: command.nameservers ?? nameservers,
    statuses: wantedStatuses(statuses, command),
    privacyEnabled: command.privacyEnabled ?? privacyEnabled,
    authCode: command.authCode ?? authCode,
  };
  if (!isDeepStrictEqual(wanted, current)) {
    await tx.run(writeObject, { ...object, ...wanted, updatedAt: now.calendar });
  }
  return doneReply(object.expiresAt);
}

function wantedStatuses(
  statuses: readonly ObjectStatus[],
  { transferLocked, clientHold }: UpdateObject,
): readonly ObjectStatus[] {
  const locked = changed(statuses, { status: 'clientTransferProhibited', isSet: transferLocked });
  return changed(locked, { status: 'clientHold', isSet: clientHold });
}

/** A status that is set already keeps its place in the list. */
function changed(
  statuses: readonly ObjectStatus[],
  { status, isSet }: { readonly status: ObjectStatus; readonly isSet: boolean | undefined },
): readonly ObjectStatus[] {
  if (isSet === undefined || isSet === statuses.includes(status)) return statuses;
  return withStatus(statuses, { status, isSet });
}
