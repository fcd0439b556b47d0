/** Contact objects. */
import type { CreateContactRequest } from '@hostmaster/epp';
import { type EntityOf, integer, json, table, text } from '@hostmaster/storage';

/** A contact as an EPP client created it. */
export type EppContact = Omit<CreateContactRequest, 'id'>;

/** A person as a command without EPP carries it. */
export interface Registrant {
  readonly firstName: string;
  readonly lastName: string;
  readonly organization?: string;
  readonly email: string;
  readonly phone: string;
  readonly address1: string;
  readonly address2?: string;
  readonly city: string;
  readonly stateProvince: string;
  readonly postalCode: string;
  readonly country: string;
}

/** Empty for the contact that stands for an absent registrant. */
export type ContactDetails = EppContact | Registrant | Readonly<Record<string, never>>;

export const contacts = table('contacts', {
  id: text(),
  sponsor: text(),
  details: json<ContactDetails>(),
  createdAt: integer(),
});

export type ContactObject = EntityOf<typeof contacts>;
