/** Changes of the registrant that the registry has not confirmed yet. */
import { type EntityOf, integer, sealedJson, table, text } from '@hostmaster/storage';
import type { RegistrantContact } from '../domains/domains.ts';

export const ownerChanges = table('owner_changes', {
  domainId: text(),
  /** Its activity entry, which records who has agreed to it. */
  id: text(),
  /** The wanted contact; the domain's row keeps the confirmed one. */
  contact: sealedJson<RegistrantContact>(),
  /** Calendar time. */
  requestedAt: integer(),
});

export type OwnerChange = EntityOf<typeof ownerChanges>;
