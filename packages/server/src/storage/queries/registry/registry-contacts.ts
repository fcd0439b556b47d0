/** Contacts that we created at a registry, and those of previous owners that are to be deleted. */
import { query } from '../../schema.ts';
import { type RegistryContact, registryContacts } from '../../tables/registry/registry-contacts.ts';

/** In place of a content hash: the contact came with a transfer. */
export const replacedPrefix = 'replaced ';

export const findRegistryContact = query<
  Pick<RegistryContact, 'registry' | 'owner' | 'contentHash'>
>('one')(({ db, p }) =>
  db
    .selectFrom('registry_contacts')
    .select(registryContacts.select('contactId'))
    .where('registry', '=', p.registry)
    .where('owner', '=', p.owner)
    .where('content_hash', '=', p.contentHash),
);

/** Only one that we created. */
export const findContactById = query<{ registry: string; contactId: string }>('one')(({ db, p }) =>
  db
    .selectFrom('registry_contacts')
    .select(registryContacts.select('owner', 'isPrivate'))
    .where('registry', '=', p.registry)
    .where('contact_id', '=', p.contactId)
    .where('content_hash', 'not like', `${replacedPrefix}%`)
    .limit(1),
).decodedBy(registryContacts);

export const listRegistryContacts = query<
  Pick<RegistryContact, 'registry' | 'owner'> & { after: string; limit: number }
>({ page: 500 })(({ db, p }) =>
  db
    .selectFrom('registry_contacts')
    .select(registryContacts.select('contactId', 'contentHash'))
    .where('registry', '=', p.registry)
    .where('owner', '=', p.owner)
    .where('contact_id', '>', p.after)
    .orderBy('contact_id')
    .limit(p.limit),
).by({ after: '' }, ({ contactId }) => ({ after: contactId }));
