/** Contacts that a workspace keeps for the next registration. */
import { query, type SavedContactRow } from '../schema.ts';

export const listSavedContacts = query<{ workspaceId: string }>()(({ db, p }) =>
  db
    .selectFrom('saved_contacts')
    .selectAll()
    .where('workspace_id', '=', p.workspaceId)
    .orderBy('id'),
);

export const findSavedContact = query<{ workspaceId: string; id: string }>()(({ db, p }) =>
  db
    .selectFrom('saved_contacts')
    .selectAll()
    .where('workspace_id', '=', p.workspaceId)
    .where('id', '=', p.id),
);

export const insertSavedContact = query<SavedContactRow>()(({ db, p }) =>
  db.insertInto('saved_contacts').values({
    id: p.id,
    workspace_id: p.workspace_id,
    label: p.label,
    contact: p.contact,
    created_at: p.created_at,
  }),
);

export const updateSavedContact = query<{ id: string; label: string; contact: string }>()(
  ({ db, p }) =>
    db
      .updateTable('saved_contacts')
      .set({ label: p.label, contact: p.contact })
      .where('id', '=', p.id),
);

export const deleteSavedContact = query<{ id: string }>()(({ db, p }) =>
  db.deleteFrom('saved_contacts').where('id', '=', p.id),
);
