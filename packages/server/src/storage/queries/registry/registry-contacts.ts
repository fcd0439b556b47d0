/** Contacts that we created at a registry. */
import { query } from '../../schema.ts';
import { type RegistryContact, registryContacts } from '../../tables/registry/registry-contacts.ts';

export const findRegistryContact = query<
  Pick<RegistryContact, 'registry' | 'owner' | 'contentHash'>
>()(({ db, p }) =>
  db
    .selectFrom('registry_contacts')
    .select(registryContacts.select('contactId'))
    .where('registry', '=', p.registry)
    .where('owner', '=', p.owner)
    .where('content_hash', '=', p.contentHash),
);

export const findContactById = query<{ registry: string; contactId: string }>()(({ db, p }) =>
  db
    .selectFrom('registry_contacts')
    .select(registryContacts.select('owner', 'isPrivate'))
    .where('registry', '=', p.registry)
    .where('contact_id', '=', p.contactId)
    .limit(1),
).decodedBy(registryContacts);

export const listRegistryContacts = query<Pick<RegistryContact, 'registry' | 'owner'>>()(
  ({ db, p }) =>
    db
      .selectFrom('registry_contacts')
      .select(registryContacts.select('contactId', 'contentHash'))
      .where('registry', '=', p.registry)
      .where('owner', '=', p.owner)
      .orderBy('contact_id'),
);
