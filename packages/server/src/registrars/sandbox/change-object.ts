/**
 * Additions and removals as EPP sends them. Like strict registries it refuses to add existing
 * values and to remove missing ones, so that clients with outdated state are detected.
 */
import { findContact, findHosts } from './object-queries.ts';
import { loadOwnObject } from './own-object.ts';
import { updateObject } from './queries.ts';
import type {
  ChangeObject,
  ContactIds,
  DelegationSigner,
  RegistryMoment,
} from './registry-command.ts';
import { clientStatuses, type ObjectStatus, readStatuses } from './registry-object.ts';
import { doneReply, type RegistryReply, refusal, resultCode } from './registry-reply.ts';
import { isForeignHost } from './sandbox-hosts.ts';
import type { ObjectRow, RegistryTx } from './schema.ts';

export async function changeObject(
  tx: RegistryTx,
  command: ChangeObject,
  now: RegistryMoment,
): Promise<RegistryReply> {
  const loaded = await loadOwnObject(tx, command, now);
  if ('refused' in loaded) return loaded.refused;
  const { row } = loaded;
  const problem =
    statusProblem(row, command) ??
    differenceProblem(row, command) ??
    (await referenceProblem(tx, command));
  if (problem !== null) return problem;
  const { add, remove } = command;
  const { purges_at } = row;
  await tx.run(updateObject, {
    ...row,
    updated_at: now.calendar,
    nameservers: changedList(row.nameservers, add.nameservers, remove.nameservers),
    statuses: changedList(
      command.isRestore === true ? withoutPendingDelete(row) : row.statuses,
      add.statuses,
      remove.statuses,
    ),
    contact_ids: changedContacts(row, command),
    registrant_id: command.registrantId ?? row.registrant_id,
    auth_code: command.authCode ?? row.auth_code,
    dnssec: changedSigners(row, command),
    purges_at: command.isRestore === true ? null : purges_at,
  });
  return doneReply(row.expires_at);
}

function statusProblem(row: ObjectRow, command: ChangeObject): RegistryReply | null {
  const statuses = readStatuses(row);
  if (statuses.includes('pendingDelete') !== (command.isRestore === true)) {
    return refusal(resultCode.statusProhibits, 'The name is, or is not, in redemption.');
  }
  const unlocks = command.remove.statuses.includes('clientUpdateProhibited');
  if (statuses.includes('clientUpdateProhibited') && !unlocks) {
    return refusal(resultCode.statusProhibits, 'The status of this name prohibits changes.');
  }
  return null;
}

function differenceProblem(row: ObjectRow, { add, remove }: ChangeObject): RegistryReply | null {
  const nameservers = JSON.parse(row.nameservers) as string[];
  const statuses: readonly string[] = readStatuses(row);
  const settable: readonly string[] = clientStatuses;
  const contacts = new Set(
    Object.entries(JSON.parse(row.contact_ids) as ContactIds).map(([role, id]) => `${role} ${id}`),
  );
  const key = (contact: { role: string; id: string }) => `${contact.role} ${contact.id}`;
  const isWrong =
    add.nameservers.some(
      (name) => nameservers.includes(name) && !remove.nameservers.includes(name),
    ) ||
    remove.nameservers.some((name) => !nameservers.includes(name)) ||
    add.statuses.some((status) => statuses.includes(status) || !settable.includes(status)) ||
    remove.statuses.some((status) => !statuses.includes(status) || !settable.includes(status)) ||
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
  const rows = await tx.all(findHosts, { names });
  const known = new Set(rows.map((row) => row.name));
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

function withoutPendingDelete(row: ObjectRow): string {
  const kept: readonly ObjectStatus[] = readStatuses(row);
  return JSON.stringify(kept.filter((status) => status !== 'pendingDelete'));
}

function changedList(list: string, added: readonly string[], removed: readonly string[]): string {
  const kept = (JSON.parse(list) as string[]).filter((entry) => !removed.includes(entry));
  return JSON.stringify([...kept, ...added]);
}

function changedContacts(row: ObjectRow, { add, remove }: ChangeObject): string {
  const contacts: Record<string, string> = JSON.parse(row.contact_ids);
  for (const { role } of remove.contacts) delete contacts[role];
  for (const { role, id } of add.contacts) contacts[role] = id;
  return JSON.stringify(contacts);
}

function changedSigners(row: ObjectRow, { dnssec }: ChangeObject): string {
  if (dnssec === undefined) return row.dnssec;
  const key = (signer: DelegationSigner) => JSON.stringify(Object.entries(signer).sort());
  const { remove, add } = dnssec;
  const removed = remove === 'all' ? null : new Set(remove.map(key));
  const kept = (JSON.parse(row.dnssec) as DelegationSigner[]).filter(
    (signer) => removed !== null && !removed.has(key(signer)),
  );
  return JSON.stringify([...kept, ...add]);
}
