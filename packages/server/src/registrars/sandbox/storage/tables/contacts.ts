/** Contact objects. */
import type { CreateContactRequest } from '@hostmaster/epp';
import { type EntityOf, integer, json, table, text } from '@hostmaster/storage';
import type { RegistrantContact } from '../../../../storage/tables/domains/domains.ts';

/** A contact as an EPP client created it. */
export type EppContact = Omit<CreateContactRequest, 'id'>;

/** Empty for the contact that stands for an absent registrant. */
export type ContactDetails = EppContact | RegistrantContact | Readonly<Record<string, never>>;

export const contacts = table('contacts', {
  id: text(),
  sponsor: text(),
  details: json<ContactDetails>(),
  createdAt: integer(),
});

export type ContactObject = EntityOf<typeof contacts>;
