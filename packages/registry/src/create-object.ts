/** Registers a name: at once, after a delay, or declines it, as its behaviour selects. */
import { hash } from 'node:crypto';
import { addYears } from '@hostmaster/contract/durations';
import { behaviourOf, type SandboxBehaviour } from './behaviours.ts';
import { absentContactId, referTo } from './refer-to-contact.ts';
import {
  type ContactReferences,
  type CreateObject,
  isYears,
  type RegistryMoment,
  yearsRefusal,
} from './registry-command.ts';
import { gracePeriodMs, settledFields, standingOf } from './registry-object.ts';
import {
  doneReply,
  pendingReply,
  type RegistryReply,
  refusal,
  resultCode,
  timeoutReply,
} from './registry-reply.ts';
import { settleObject } from './settle-object.ts';
import { findObject, insertObject, lockObject } from './storage/queries/objects.ts';
import { countTimeout, deleteTimeouts } from './storage/queries/timeouts.ts';
import type { RegistryTx } from './storage/schema.ts';
import type { ObjectStatus, RegistryObject } from './storage/tables/objects.ts';

/** Also what a check answers. */
export const reservedReason = 'This name is reserved.';

const declineReason = 'The registry reviewed the registration and declined it.';

export async function createObject(
  tx: RegistryTx,
  command: CreateObject,
  context: { readonly now: RegistryMoment; readonly delayMs: number },
): Promise<RegistryReply> {
  const { name } = command;
  const { now } = context;
  const behaviour = behaviourOf(name);
  if (!isRegistrable(name)) return refusal(resultCode.valueSyntax, 'This is not a domain name.');
  if (!isYears(command.years)) return yearsRefusal();
  if (behaviour.isTaken || behaviour.rival !== null) return existsRefusal();
  if (behaviour.isReserved) return refusal(resultCode.valuePolicy, reservedReason);
  if (behaviour.failsCreate) return timeoutReply();
  if (behaviour.createTimeouts > 0 && (await timesOut(tx, { name, behaviour, now }))) {
    return timeoutReply();
  }
  const contacts = await referTo(tx, command, now);
  const object = newObject(command, { contacts, behaviour, ...context });
  if (!(await insertWhereFree(tx, object, now))) return existsRefusal();
  const { expiresAt, settlesAt } = object;
  return settlesAt === null ? doneReply(expiresAt) : pendingReply({ expiresAt, settlesAt });
}

/** Letters, digits and hyphens in at least two labels; any suffix is accepted. */
export function isRegistrable(name: string): boolean {
  return (
    name.length <= 253 && /^(?!-)[a-z0-9-]{1,63}(?<!-)(\.(?!-)[a-z0-9-]{1,63}(?<!-))+$/.test(name)
  );
}

function existsRefusal(): RegistryReply {
  return refusal(resultCode.exists, 'This name is registered already.');
}

/** Once the name is there, a second create is answered like any other. */
async function timesOut(
  tx: RegistryTx,
  send: { name: string; behaviour: SandboxBehaviour; now: RegistryMoment },
): Promise<boolean> {
  const { name } = send;
  const existing = await tx.first(findObject, { name });
  if (existing !== undefined && standingOf(existing, send.now.machine) !== 'declined') return false;
  const counted = await tx.first(countTimeout, { name });
  if ((counted?.count ?? 0) <= send.behaviour.createTimeouts) return true;
  await tx.run(deleteTimeouts, { name });
  return false;
}

/** Replaces a declined object that is still in the table because it was not read since. */
async function insertWhereFree(
  tx: RegistryTx,
  object: RegistryObject,
  now: RegistryMoment,
): Promise<boolean> {
  if ((await tx.run(insertObject, object)) === 1) return true;
  const existing = await tx.first(lockObject, { name: object.name });
  if (existing !== undefined && (await settleObject(tx, existing, now)) !== null) return false;
  return (await tx.run(insertObject, object)) === 1;
}

function newObject(
  command: CreateObject,
  context: {
    readonly contacts: ContactReferences;
    readonly behaviour: SandboxBehaviour;
    readonly now: RegistryMoment;
    readonly delayMs: number;
  },
): RegistryObject {
  const { behaviour, now, contacts } = context;
  const delayMs = behaviour.delayMs ?? context.delayMs;
  const isPending = delayMs > 0 || behaviour.declinesCreate || command.staysPending === true;
  const statuses: ObjectStatus[] = [];
  if (isPending) statuses.push('pendingCreate');
  if (behaviour.declinesRenewals) statuses.push('serverRenewProhibited');
  if (command.transferLocked) statuses.push('clientTransferProhibited');
  return {
    ...settledFields,
    name: command.name,
    repositoryId: `${hash('sha256', `${command.sponsor} ${command.transactionId}`).slice(0, 16).toUpperCase()}-SANDBOX`,
    sponsor: command.sponsor,
    registrantId: contacts.registrantId ?? absentContactId,
    contactIds: contacts.contactIds,
    nameservers: command.nameservers,
    statuses,
    privacyEnabled: command.privacyEnabled,
    authCode: command.authCode,
    authCodeSetAt: now.calendar,
    createdAt: now.calendar,
    expiresAt: addYears(now.calendar, command.years),
    gracePeriods: [{ kind: 'addPeriod', until: now.calendar + gracePeriodMs }],
    pendingTransaction: isPending ? command.transactionId : null,
    settlesAt: isPending ? now.machine + delayMs : null,
    declineReason: behaviour.declinesCreate ? declineReason : null,
    dnssec: command.dnssec ?? [],
  };
}
