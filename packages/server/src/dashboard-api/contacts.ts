/** Saved contacts for registrations. */
import type { DashboardOutput } from '@hostmaster/contract/dashboard';
import { invalidRequest, Refusal } from '../base/errors.ts';
import { newId } from '../base/ids.ts';
import { isoTime } from '../base/iso-time.ts';
import { normaliseContact } from '../operations/register-domain.ts';
import {
  deleteSavedContact,
  findSavedContact,
  insertSavedContact,
  listSavedContacts,
  updateSavedContact,
} from '../storage/queries/saved-contacts.ts';
import type { HostmasterTx } from '../storage/schema.ts';
import type { SavedContact } from '../storage/tables/saved-contacts.ts';
import { recordActivity } from '../workspaces/activity.ts';
import type { Handlers, WorkspaceRequest } from './handler.ts';

type SavedContactView = DashboardOutput<'createContact'>['contact'];

const contactsMax = 200;

export const contactHandlers = {
  async listContacts({ services, call }) {
    const { workspaceId } = call.actor;
    const saved = await services.database.all(listSavedContacts, { workspaceId });
    const contacts = saved.map(view).sort((a, b) => a.label.localeCompare(b.label, 'en'));
    return { contacts };
  },

  async createContact(request, input) {
    const { workspaceId } = request.call.actor;
    const saved: SavedContact = {
      id: newId('con'),
      workspaceId,
      label: input.label.trim(),
      contact: normaliseContact(input.contact),
      createdAt: request.call.now,
    };
    await request.transact(async (tx) => {
      if ((await tx.all(listSavedContacts, { workspaceId })).length >= contactsMax) {
        throw invalidRequest({
          path: 'label',
          message: `limit reached: there are already ${contactsMax} contacts`,
        });
      }
      await tx.run(insertSavedContact, saved);
      await record(tx, request, { action: 'contact.create', saved });
    });
    return { contact: view(saved) };
  },

  async updateContact(request, input) {
    const saved = await request.transact(async (tx) => {
      const before = await find(tx, request, input.contactId);
      const after = {
        ...before,
        label: input.label?.trim() ?? before.label,
        contact: input.contact === undefined ? before.contact : normaliseContact(input.contact),
      };
      await tx.run(updateSavedContact, after);
      await record(tx, request, { action: 'contact.update', saved: after });
      return after;
    });
    return { contact: view(saved) };
  },

  async deleteContact(request, { contactId }) {
    await request.transact(async (tx) => {
      const saved = await find(tx, request, contactId);
      await tx.run(deleteSavedContact, { id: saved.id });
      await record(tx, request, { action: 'contact.delete', saved });
    });
    return { success: true as const };
  },
} satisfies Partial<Handlers>;

async function find(
  tx: HostmasterTx,
  { call }: WorkspaceRequest,
  id: string,
): Promise<SavedContact> {
  const saved = await tx.first(findSavedContact, { workspaceId: call.actor.workspaceId, id });
  if (saved !== undefined) return saved;
  throw new Refusal('contact_not_found', "This contact doesn't exist in this workspace.");
}

async function record(
  tx: HostmasterTx,
  { call }: WorkspaceRequest,
  { action, saved }: { readonly action: string; readonly saved: SavedContact },
): Promise<void> {
  await recordActivity(tx, {
    id: call.operationId,
    at: call.now,
    actor: call.actor,
    action,
    subject: saved.id,
    details: { label: saved.label },
  });
}

function view({ id, label, contact, createdAt }: SavedContact): SavedContactView {
  return { id, label, contact, createdAt: isoTime(createdAt) };
}
