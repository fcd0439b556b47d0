/** Contacts that a workspace keeps for the next registration. */
import { query } from '../../schema.ts';
import { savedContacts } from '../../tables/contacts/saved-contacts.ts';

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
