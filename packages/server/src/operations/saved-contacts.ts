/** Contacts that a workspace keeps for registrations: create, change, delete. */

import { Refusal } from '../base/errors.ts';
import { newId } from '../base/ids.ts';
import type { ContactFact } from '../facts/workspaces.ts';
import {
  deleteSavedContact,
  findSavedContact,
  insertSavedContact,
  updateSavedContact,
} from '../storage/queries/saved-contacts.ts';
import type { HostmasterTx } from '../storage/schema.ts';
import type { RegistrantContact } from '../storage/tables/domains.ts';
import type { SavedContact } from '../storage/tables/saved-contacts.ts';
import { recordFact } from '../workspaces/activity.ts';
import { requireRoom } from '../workspaces/workspace-quota.ts';
import type { Call } from './operation.ts';
import { normaliseContact } from './register-domain.ts';

export async function createContact(
  tx: HostmasterTx,
  call: Call,
  input: { readonly label: string; readonly contact: RegistrantContact },
): Promise<SavedContact> {
  const { workspaceId } = call.actor;
  const { limits } = call.services.rules;
  await requireRoom(tx, 'contacts', { workspaceId, now: call.now, limits });
  const saved = {
    id: newId('con'),
    workspaceId,
    label: input.label.trim(),
    contact: normaliseContact(input.contact),
    createdAt: call.now,
  };
  await tx.run(insertSavedContact, saved);
  record(tx, call, { kind: 'contact.create', saved });
  return saved;
}

/** What is absent stays as it is. */
export async function updateContact(
  tx: HostmasterTx,
  call: Call,
  input: {
    readonly contactId: string;
    readonly label?: string | undefined;
    readonly contact?: RegistrantContact | undefined;
  },
): Promise<SavedContact> {
  const before = await find(tx, call, input.contactId);
  const saved = {
    ...before,
    label: input.label?.trim() ?? before.label,
    contact: input.contact === undefined ? before.contact : normaliseContact(input.contact),
  };
  await tx.run(updateSavedContact, saved);
  record(tx, call, { kind: 'contact.update', saved });
  return saved;
}

export async function deleteContact(
  tx: HostmasterTx,
  call: Call,
  contactId: string,
): Promise<void> {
  const saved = await find(tx, call, contactId);
  await tx.run(deleteSavedContact, { id: saved.id });
  record(tx, call, { kind: 'contact.delete', saved });
}

async function find(tx: HostmasterTx, call: Call, id: string): Promise<SavedContact> {
  const { workspaceId } = call.actor;
  const saved = await tx.first(findSavedContact, { workspaceId, id });
  if (saved !== undefined) return saved;
  throw new Refusal('contact_not_found', "This contact doesn't exist in this workspace.");
}

function record(
  tx: HostmasterTx,
  call: Call,
  { kind, saved }: { readonly kind: ContactFact['kind']; readonly saved: SavedContact },
): void {
  recordFact(tx, {
    id: call.operationId,
    at: call.now,
    actor: call.actor,
    fact: { kind, contactId: saved.id, label: saved.label },
  });
}
