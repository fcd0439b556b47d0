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
import type { HostmasterTx, SavedContactRow } from '../storage/schema.ts';
import { recordActivity } from '../workspaces/activity.ts';
import type { Handlers, WorkspaceRequest } from './handler.ts';

type SavedContact = DashboardOutput<'createContact'>['contact'];

const contactsMax = 200;

export const contactHandlers = {
  async listContacts({ services, call }) {
    const { workspaceId } = call.actor;
    const rows = await services.database.all(listSavedContacts, { workspaceId });
    const contacts = rows.map(view).sort((a, b) => a.label.localeCompare(b.label, 'en'));
    return { contacts };
  },

  async createContact(request, input) {
    const { workspaceId } = request.call.actor;
    const row: SavedContactRow = {
      id: newId('con'),
      workspace_id: workspaceId,
      label: input.label.trim(),
      contact: JSON.stringify(normaliseContact(input.contact)),
      created_at: request.call.now,
    };
    await request.transact(async (tx) => {
      if ((await tx.all(listSavedContacts, { workspaceId })).length >= contactsMax) {
        throw invalidRequest({
          path: 'label',
          message: `limit reached: there are already ${contactsMax} contacts`,
        });
      }
      await tx.run(insertSavedContact, row);
      await record(tx, request, { action: 'contact.create', row });
    });
    return { contact: view(row) };
  },

  async updateContact(request, input) {
    const row = await request.transact(async (tx) => {
      const before = await find(tx, request, input.contactId);
      const after = {
        ...before,
        label: input.label?.trim() ?? before.label,
        contact:
          input.contact === undefined
            ? before.contact
            : JSON.stringify(normaliseContact(input.contact)),
      };
      await tx.run(updateSavedContact, after);
      await record(tx, request, { action: 'contact.update', row: after });
      return after;
    });
    return { contact: view(row) };
  },

  async deleteContact(request, { contactId }) {
    await request.transact(async (tx) => {
      const row = await find(tx, request, contactId);
      await tx.run(deleteSavedContact, { id: row.id });
      await record(tx, request, { action: 'contact.delete', row });
    });
    return { success: true as const };
  },
} satisfies Partial<Handlers>;

async function find(
  tx: HostmasterTx,
  { call }: WorkspaceRequest,
  id: string,
): Promise<SavedContactRow> {
  const row = await tx.first(findSavedContact, { workspaceId: call.actor.workspaceId, id });
  if (row !== undefined) return row;
  throw new Refusal('contact_not_found', "This contact doesn't exist in this workspace.");
}

async function record(
  tx: HostmasterTx,
  { call }: WorkspaceRequest,
  { action, row }: { readonly action: string; readonly row: SavedContactRow },
): Promise<void> {
  await recordActivity(tx, {
    id: call.operationId,
    at: call.now,
    actor: call.actor,
    action,
    subject: row.id,
    details: { label: row.label },
  });
}

function view(row: SavedContactRow): SavedContact {
  return {
    id: row.id,
    label: row.label,
    contact: JSON.parse(row.contact) as SavedContact['contact'],
    createdAt: isoTime(row.created_at),
  };
}
