/** Contacts that a workspace keeps for registrations: create, change, delete. */

import { Refusal } from '../../base/errors.ts';
import { newId } from '../../base/ids.ts';
import { changeWork, type Decided, ofWorkspace } from '../../changes/persist.ts';
import { happened } from '../../facts/fact.ts';
import type { ContactFact } from '../../facts/workspaces.ts';
import { findSavedContact } from '../../storage/queries/contacts/saved-contacts.ts';
import { insert, type RowWrite, remove, update } from '../../storage/row-write.ts';
import type { HostmasterReader } from '../../storage/schema.ts';
import { type SavedContact, savedContacts } from '../../storage/tables/contacts/saved-contacts.ts';
import type { RegistrantContact } from '../../storage/tables/domains/domains.ts';
import { loadUse, requireRoomFor } from '../../workspaces/workspace-quota.ts';
import type { Call } from '../operation.ts';
import { normaliseContact } from '../registration/register-domain.ts';

export function createContact(
  call: Call,
  input: { readonly label: string; readonly contact: RegistrantContact },
) {
  const { workspaceId } = call.actor;
  return changeWork({
    ...ofWorkspace(workspaceId),
    load: (reader) => loadUse(reader, 'contacts', { workspaceId, now: call.now }),
    decide(used) {
      requireRoomFor('contacts', used, call.services.rules.limits);
      const saved = {
        id: newId('con'),
        workspaceId,
        label: input.label.trim(),
        contact: normaliseContact(input.contact),
        createdAt: call.now,
      };
      return decided(call, { kind: 'contact.create', saved, row: insert(savedContacts, saved) });
    },
  });
}

/** What is absent stays as it is. */
export function updateContact(
  call: Call,
  input: {
    readonly contactId: string;
    readonly label?: string | undefined;
    readonly contact?: RegistrantContact | undefined;
  },
) {
  return changeWork({
    ...ofWorkspace(call.actor.workspaceId),
    load: (reader) => find(reader, call, input.contactId),
    decide(before) {
      const label = input.label?.trim() ?? before.label;
      const contact =
        input.contact === undefined ? before.contact : normaliseContact(input.contact);
      const row = update(savedContacts, { id: before.id }, { label, contact });
      return decided(call, { kind: 'contact.update', saved: { ...before, label, contact }, row });
    },
  });
}

export function deleteContact(call: Call, contactId: string) {
  return changeWork({
    ...ofWorkspace(call.actor.workspaceId),
    load: (reader) => find(reader, call, contactId),
    decide(saved) {
      const row = remove(savedContacts, { id: saved.id });
      return decided(call, { kind: 'contact.delete', saved, row });
    },
  });
}

async function find(reader: HostmasterReader, call: Call, id: string): Promise<SavedContact> {
  const { workspaceId } = call.actor;
  const saved = await reader.first(findSavedContact, { workspaceId, id });
  if (saved !== undefined) return saved;
  throw new Refusal('contact_not_found', "This contact doesn't exist in this workspace.");
}

function decided(
  call: Call,
  {
    kind,
    saved,
    row,
  }: {
    readonly kind: ContactFact['kind'];
    readonly saved: SavedContact;
    readonly row: RowWrite;
  },
): Decided<SavedContact> {
  const fact = happened(call, { kind, contactId: saved.id, label: saved.label });
  return { answer: saved, change: { rows: [row], facts: [fact] } };
}
