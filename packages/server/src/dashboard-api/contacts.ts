/** Saved contacts for registrations. */

import type { DashboardOutput } from '@hostmaster/contract/dashboard';
import { readList } from '@hostmaster/storage';
import { isoTime } from '../base/iso-time.ts';
import {
  createContact,
  deleteContact,
  updateContact,
} from '../operations/contacts/manage-contacts.ts';
import { listSavedContacts } from '../storage/queries/contacts/saved-contacts.ts';
import type { SavedContact } from '../storage/tables/contacts/saved-contacts.ts';
import type { Handlers } from './dashboard-handler.ts';

type SavedContactView = DashboardOutput<'createContact'>['contact'];

export const contactHandlers = {
  async listContacts({ services, call }) {
    const { workspaceId } = call.actor;
    const saved = await readList(services.database, listSavedContacts, { workspaceId });
    const contacts = saved.map(view).sort((a, b) => a.label.localeCompare(b.label, 'en'));
    return { contacts };
  },

  async createContact({ persist, call }, input) {
    return { contact: view(await persist(createContact(call, input))) };
  },

  async updateContact({ persist, call }, input) {
    return { contact: view(await persist(updateContact(call, input))) };
  },

  async deleteContact({ persist, call }, { contactId }) {
    await persist(deleteContact(call, contactId));
    return { success: true as const };
  },
} satisfies Partial<Handlers>;

function view({ id, label, contact, createdAt }: SavedContact): SavedContactView {
  return { id, label, contact, createdAt: isoTime(createdAt) };
}
