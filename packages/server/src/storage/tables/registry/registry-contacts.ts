/** Contacts that we created at a registry, one per owner and content, and those of previous owners. */
import { type EntityOf, flag, table, text } from '@hostmaster/storage';

export const registryContacts = table('registry_contacts', {
  registry: text(),
  owner: text(),
  contentHash: text(),
  contactId: text(),
  /** Whether it shows nothing of the registrant. */
  isPrivate: flag(),
});

export type RegistryContact = EntityOf<typeof registryContacts>;
