/** Registers a name: at once, after a delay, or declines it, as its behaviour selects. */
import { hash } from 'node:crypto';
import { addYears } from '../../domains/add-years.ts';
import { behaviourOf, type SandboxBehaviour } from './behaviours.ts';
import {
  countTimeout,
  findObject,
  forgetTimeouts,
  insertContact,
  insertObject,
  lockObject,
} from './queries.ts';
import {
  type ContactReferences,
  type CreateObject,
  isYears,
  type RegistryMoment,
  yearsRefusal,
} from './registry-command.ts';
import { gracePeriodMs, type ObjectStatus, standingOf } from './registry-object.ts';
import {
  doneReply,
  pendingReply,
  type RegistryReply,
  refusal,
  resultCode,
  timeoutReply,
} from './registry-reply.ts';
import type { ObjectRow, RegistryTx } from './schema.ts';
import { settleObject } from './settle-object.ts';

/** The stored registrant id of objects created without contacts. */
export const absentContactId = 'NOBODY';

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
  if (behaviour.isTaken) return existsRefusal();
  if (behaviour.createTimeouts > 0 && (await timesOut(tx, { name, behaviour, now }))) {
    return timeoutReply();
  }
  const contacts = await referTo(tx, command, now);
  const row = newRow(command, { contacts, behaviour, ...context });
  if (!(await insertWhereFree(tx, row, now))) return existsRefusal();
  return row.settles_at === null
    ? doneReply(row.expires_at)
    : pendingReply({ expiresAt: row.expires_at, settlesAt: row.settles_at });
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
  await tx.run(forgetTimeouts, { name });
  return false;
}

/** Replaces a declined object that is still in the table because it was not read since. */
async function insertWhereFree(
  tx: RegistryTx,
  row: ObjectRow,
  now: RegistryMoment,
): Promise<boolean> {
  if ((await tx.run(insertObject, row)) === 1) return true;
  const existing = await tx.first(lockObject, { name: row.name });
  if (existing !== undefined && (await settleObject(tx, existing, now)) !== null) return false;
  return (await tx.run(insertObject, row)) === 1;
}

function newRow(
  command: CreateObject,
  context: {
    readonly contacts: ContactReferences;
    readonly behaviour: SandboxBehaviour;
    readonly now: RegistryMoment;
    readonly delayMs: number;
  },
): ObjectRow {
  const { behaviour, now, contacts } = context;
  const delayMs = behaviour.delayMs ?? context.delayMs;
  const isPending = delayMs > 0 || behaviour.declinesCreate || command.staysPending === true;
  const statuses: ObjectStatus[] = [];
  if (isPending) statuses.push('pendingCreate');
  if (behaviour.declinesRenewals) statuses.push('serverRenewProhibited');
  if (command.transferLocked) statuses.push('clientTransferProhibited');
  return {
    name: command.name,
    repository_id: `${hash('sha256', `${command.sponsor} ${command.transactionId}`).slice(0, 16).toUpperCase()}-SANDBOX`,
    sponsor: command.sponsor,
    registrant_id: contacts.registrantId ?? absentContactId,
    contact_ids: JSON.stringify(contacts.contactIds),
    nameservers: JSON.stringify(command.nameservers),
    statuses: JSON.stringify(statuses),
    privacy_enabled: command.privacyEnabled ? 1 : 0,
    auth_code: command.authCode,
    created_at: now.calendar,
    updated_at: null,
    expires_at: addYears(now.calendar, command.years),
    grace_periods: JSON.stringify([{ kind: 'addPeriod', until: now.calendar + gracePeriodMs }]),
    pending_transaction: isPending ? command.transactionId : null,
    settles_at: isPending ? now.machine + delayMs : null,
    decline_reason: behaviour.declinesCreate ? declineReason : null,
    dnssec: JSON.stringify(command.dnssec ?? []),
    purges_at: null,
  };
}

/** A registrant sent with the command becomes a contact in all roles. */
async function referTo(
  tx: RegistryTx,
  command: CreateObject,
  now: RegistryMoment,
): Promise<ContactReferences> {
  const { registrant, sponsor } = command;
  const isReference = 'registrantId' in registrant;
  if (isReference && registrant.registrantId !== null) return registrant;
  const id = isReference ? absentContactId : contactId(command);
  const details = JSON.stringify(isReference ? {} : registrant);
  await tx.run(insertContact, { id, sponsor, details, created_at: now.calendar });
  return isReference
    ? registrant
    : { registrantId: id, contactIds: { admin: id, tech: id, billing: id } };
}

function contactId(command: CreateObject): string {
  const content = `${command.sponsor} ${JSON.stringify(command.registrant)}`;
  return `C${hash('sha256', content).slice(0, 15).toUpperCase()}`;
}
