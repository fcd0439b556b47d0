/** Contacts that a workspace keeps for the next registration. */
import type { DashboardOutput } from '@hostmaster/contract/dashboard';
import { integer, json, text } from '../column.ts';
import { type EntityOf, table } from '../table.ts';

/** Every field has a text; those left out are empty. */
type RegistrantContact = DashboardOutput<'createContact'>['contact']['contact'];

export const savedContacts = table('saved_contacts', {
  id: text(),
  workspaceId: text(),
  label: text(),
  contact: json<RegistrantContact>(),
  createdAt: integer(),
});

export type SavedContact = EntityOf<typeof savedContacts>;
