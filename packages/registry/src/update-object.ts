/** Sets the given fields. An update without a change writes nothing. */
import { isDeepStrictEqual } from 'node:util';
import { behaviourOf } from './behaviours.ts';
import { deletedRefusal, nameserverRefusal, signerRefusal, withAuthCode } from './change-object.ts';
import { loadOwnObject } from './own-object.ts';
import { deleteIfUnused, referTo } from './refer-to-contact.ts';
import type { RegistryMoment, UpdateObject } from './registry-command.ts';
import { withStatus } from './registry-object.ts';
import { doneReply, pendingReply, type RegistryReply } from './registry-reply.ts';
import { updateObject as writeObject } from './storage/queries/objects.ts';
import type { RegistryTx } from './storage/schema.ts';
import type { ObjectStatus, RegistryObject } from './storage/tables/objects.ts';
import { withOwner } from './trade-object.ts';

export async function updateObject(
  tx: RegistryTx,
  command: UpdateObject,
  context: { readonly now: RegistryMoment; readonly delayMs: number },
): Promise<RegistryReply> {
  const { now } = context;
  const loaded = await loadOwnObject(tx, command, now);
  if ('refused' in loaded) return loaded.refused;
  const { object } = loaded;
  if (object.statuses.includes('pendingDelete')) return deletedRefusal();
  if (command.nameservers !== undefined && behaviourOf(command.name).refusesNameservers) {
    return nameserverRefusal();
  }
  const isSigned = command.dnssec !== undefined && command.dnssec.length > 0;
  if (isSigned && !behaviourOf(command.name).takesSigners) return signerRefusal();
  const changed: RegistryObject = {
    ...object,
    nameservers: command.nameservers ?? object.nameservers,
    dnssec: command.dnssec ?? object.dnssec,
    statuses: wantedStatuses(object.statuses, command),
    privacyEnabled: command.privacyEnabled ?? object.privacyEnabled,
    ...withAuthCode(object, command.authCode, now),
  };
  const wanted = await ownedAsWanted(tx, changed, { ...context, command });
  if (isDeepStrictEqual({ ...wanted }, { ...object })) return doneReply(object.expiresAt);
  await tx.run(writeObject, { ...wanted, updatedAt: now.calendar });
  if (wanted.trade !== null) return pendingReply({ ...wanted, ...wanted.trade });
  if (wanted.registrantId !== object.registrantId) await deleteIfUnused(tx, object.registrantId);
  return doneReply(object.expiresAt);
}

async function ownedAsWanted(
  tx: RegistryTx,
  object: RegistryObject,
  {
    command,
    now,
    delayMs,
  }: {
    readonly command: UpdateObject;
    readonly now: RegistryMoment;
    readonly delayMs: number;
  },
): Promise<RegistryObject> {
  const { registrant, sponsor, transactionId } = command;
  if (registrant === undefined) return object;
  const { registrantId, contactIds } = await referTo(tx, { sponsor, registrant }, now);
  if (registrantId === null || registrantId === object.registrantId) return object;
  return withOwner(object, { registrantId, contactIds }, { transactionId, now, delayMs });
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
