/** Contacts that a workspace keeps for the next registration. */
import { query } from '../../schema.ts';
import { savedContacts } from '../../tables/contacts/saved-contacts.ts';

export const listSavedContacts = query<{ workspaceId: string; after: string; limit: number }>({
  page: 500,
})(({ db, p }) =>
  db
    .selectFrom('saved_contacts')
    .select(savedContacts.select())
    .where('workspace_id', '=', p.workspaceId)
    .where('id', '>', p.after)
    .orderBy('id')
    .limit(p.limit),
)
  .decodedBy(savedContacts)
  .by({ after: '' }, ({ id }) => ({ after: id }));

export const findSavedContact = query<{ workspaceId: string; id: string }>('one')(({ db, p }) =>
  db
    .selectFrom('saved_contacts')
    .select(savedContacts.select())
    .where('workspace_id', '=', p.workspaceId)
    .where('id', '=', p.id),
).decodedBy(savedContacts);
