/** Contacts that a workspace keeps for the next registration. */
import { query } from '../schema.ts';
import { type SavedContact, savedContacts } from '../tables/saved-contacts.ts';

export const listSavedContacts = query<{ workspaceId: string }>()(({ db, p }) =>
  db
    .selectFrom('saved_contacts')
    .select(savedContacts.select())
    .where('workspace_id', '=', p.workspaceId)
    .orderBy('id'),
).decodedBy(savedContacts);

export const findSavedContact = query<{ workspaceId: string; id: string }>()(({ db, p }) =>
  db
    .selectFrom('saved_contacts')
    .select(savedContacts.select())
    .where('workspace_id', '=', p.workspaceId)
    .where('id', '=', p.id),
).decodedBy(savedContacts);

export const insertSavedContact = query<SavedContact>()(({ db, p }) =>
  db.insertInto('saved_contacts').values(savedContacts.values(p)),
);

export const updateSavedContact = query<Pick<SavedContact, 'id' | 'label' | 'contact'>>()(
  ({ db, p }) =>
    db
      .updateTable('saved_contacts')
      .set(savedContacts.set({ label: p.label, contact: p.contact }))
      .where('id', '=', p.id),
);

export const deleteSavedContact = query<{ id: string }>()(({ db, p }) =>
  db.deleteFrom('saved_contacts').where('id', '=', p.id),
);
