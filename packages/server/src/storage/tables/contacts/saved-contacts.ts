/** Contacts that a workspace keeps for the next registration. */
import { type EntityOf, integer, sealedJson, table, text } from '@hostmaster/storage';
import type { RegistrantContact } from '../domains/domains.ts';

export const savedContacts = table('saved_contacts', {
  id: text(),
  workspaceId: text(),
  label: text(),
  /** Optional fields that were left out are empty texts. */
  contact: sealedJson<Required<RegistrantContact>>(),
  createdAt: integer(),
});

export type SavedContact = EntityOf<typeof savedContacts>;
