/**
 * Additions and removals as EPP sends them. Like strict registries it refuses to add existing
 * values and to remove missing ones, so that clients with outdated state are detected.
 */
import { behaviourOf } from './behaviours.ts';
import { loadOwnObject } from './own-object.ts';
import type { ChangeObject, RegistryMoment } from './registry-command.ts';
import {
  doneReply,
  pendingReply,
  type RegistryReply,
  refusal,
  resultCode,
} from './registry-reply.ts';
import { isForeignHost } from './sandbox-hosts.ts';
import { findContact } from './storage/queries/contacts.ts';
import { findHosts } from './storage/queries/hosts.ts';
import { updateObject } from './storage/queries/objects.ts';
import type { RegistryTx } from './storage/schema.ts';
import {
  type ClientStatus,
  type ContactIds,
  clientStatuses,
  type DelegationSigner,
  type ObjectStatus,
  type RegistryObject,
} from './storage/tables/objects.ts';
import { withOwner } from './trade-object.ts';

export async function changeObject(
  tx: RegistryTx,
  command: ChangeObject,
  context: { readonly now: RegistryMoment; readonly delayMs: number },
): Promise<RegistryReply> {
  const { now } = context;
  const loaded = await loadOwnObject(tx, command, now);
  if ('refused' in loaded) return loaded.refused;
  const { object } = loaded;
  const problem =
    nameserverProblem(command) ??
    signerProblem(command) ??
    statusProblem(object, command) ??
    differenceProblem(object, command) ??
    (await referenceProblem(tx, command));
  if (problem !== null) return problem;
  const { registrantId = object.registrantId, transactionId } = command;
  const contactIds = changedContacts(object, command);
  const statuses = changedStatuses(object, command);
  const owner = { registrantId, contactIds };
  const changed = withOwner({ ...object, statuses }, owner, { ...context, transactionId });
  await tx.run(updateObject, {
    ...changed,
    updatedAt: now.calendar,
    nameservers: changedNameservers(object, command),
    ...withAuthCode(object, command.authCode, now),
    dnssec: changedSigners(object, command),
  });
  const { expiresAt, trade } = changed;
  return trade === null ? doneReply(expiresAt) : pendingReply({ ...trade, expiresAt });
}

function signerProblem({ name, dnssec }: ChangeObject): RegistryReply | null {
  const isSigned = (dnssec?.add ?? []).length > 0;
  return isSigned && !behaviourOf(name).takesSigners ? signerRefusal() : null;
}

function nameserverProblem({ name, add, remove }: ChangeObject): RegistryReply | null {
  const isChange = add.nameservers.length + remove.nameservers.length > 0;
  return isChange && behaviourOf(name).refusesNameservers ? nameserverRefusal() : null;
}

/** A new code is valid from now on. */
export function withAuthCode(
  { authCode, authCodeSetAt }: RegistryObject,
  wanted: string | undefined,
  now: RegistryMoment,
): Pick<RegistryObject, 'authCode' | 'authCodeSetAt'> {
  if (wanted === undefined || wanted === authCode) return { authCode, authCodeSetAt };
  return { authCode: wanted, authCodeSetAt: now.calendar };
}

export function deletedRefusal(): RegistryReply {
  return refusal(resultCode.statusProhibits, 'The name is deleted.');
}

export function nameserverRefusal(): RegistryReply {
  return refusal(resultCode.valuePolicy, 'These nameservers do not answer for the name.');
}

export function signerRefusal(): RegistryReply {
  return refusal(resultCode.valuePolicy, 'This registry takes no DS records.');
}

function statusProblem({ statuses }: RegistryObject, command: ChangeObject): RegistryReply | null {
  if (statuses.includes('pendingDelete')) return deletedRefusal();
  const unlocks = command.remove.statuses.includes('clientUpdateProhibited');
  if (statuses.includes('clientUpdateProhibited') && !unlocks) {
    return refusal(resultCode.statusProhibits, 'The status of this name prohibits changes.');
  }
  return null;
}

function differenceProblem(
  object: RegistryObject,
  { add, remove }: ChangeObject,
): RegistryReply | null {
  const { nameservers } = object;
  const statuses: readonly string[] = object.statuses;
  const contacts = new Set(Object.entries(object.contactIds).map(([role, id]) => `${role} ${id}`));
  const key = (contact: { role: string; id: string }) => `${contact.role} ${contact.id}`;
  const isWrong =
    add.nameservers.some(
      (name) => nameservers.includes(name) && !remove.nameservers.includes(name),
    ) ||
    remove.nameservers.some((name) => !nameservers.includes(name)) ||
    add.statuses.some((status) => statuses.includes(status) || !isClientStatus(status)) ||
    remove.statuses.some((status) => !statuses.includes(status) || !isClientStatus(status)) ||
    add.contacts.some((contact) => contacts.has(key(contact))) ||
    remove.contacts.some((contact) => !contacts.has(key(contact)));
  return isWrong
    ? refusal(resultCode.valuePolicy, 'Something to add is there already, or to remove is not.')
    : null;
}

/** Nameservers and contacts must exist before a name can refer to them. */
export async function referenceProblem(
  tx: RegistryTx,
  command: Pick<ChangeObject, 'add' | 'registrantId'>,
): Promise<RegistryReply | null> {
  const names = command.add.nameservers;
  const hosts = await tx.all(findHosts, { names });
  const known = new Set(hosts.map((host) => host.name));
  const missing = names.find((name) => !known.has(name) && !isForeignHost(name));
  if (missing !== undefined) {
    return refusal(resultCode.doesNotExist, `There is no host ${missing}.`);
  }
  const ids = command.add.contacts.map(({ id }) => id);
  for (const id of command.registrantId === undefined ? ids : [...ids, command.registrantId]) {
    if ((await tx.first(findContact, { id })) === undefined) {
      return refusal(resultCode.doesNotExist, `There is no contact ${id}.`);
    }
  }
  return null;
}

function isClientStatus(status: string): status is ClientStatus {
  return clientStatuses.some((known) => known === status);
}

function changedNameservers(
  { nameservers }: RegistryObject,
  { add, remove }: ChangeObject,
): readonly string[] {
  const kept = nameservers.filter((name) => !remove.nameservers.includes(name));
  return [...kept, ...add.nameservers];
}

function changedStatuses(object: RegistryObject, command: ChangeObject): readonly ObjectStatus[] {
  const { add, remove } = command;
  const kept = object.statuses.filter((status) => !remove.statuses.includes(status));
  return [...kept, ...add.statuses.filter(isClientStatus)];
}

function changedContacts(object: RegistryObject, { add, remove }: ChangeObject): ContactIds {
  const contacts = new Map(Object.entries(object.contactIds));
  for (const { role } of remove.contacts) contacts.delete(role);
  for (const { role, id } of add.contacts) contacts.set(role, id);
  return Object.fromEntries(contacts);
}

function changedSigners(
  object: RegistryObject,
  { dnssec }: ChangeObject,
): readonly DelegationSigner[] {
  if (dnssec === undefined) return object.dnssec;
  const { remove, add } = dnssec;
  if (remove === 'all') return add;
  const key = ({ keyTag, algorithm, digestType, digest }: DelegationSigner) =>
    [keyTag, algorithm, digestType, digest].join(' ');
  const removed = new Set(remove.map(key));
  return [...object.dnssec.filter((signer) => !removed.has(key(signer))), ...add];
}
