/** The contacts of a domain by role, RFC 5731 section 2.2. */

import { domain } from '../../vocabularies.ts';
import { clientIdentifier, oneOf } from '../../xml/schema-values.ts';
import { collapse, tokenOf, type XmlElement } from '../../xml/xml-element.ts';

export const contactRoles = ['admin', 'billing', 'tech'] as const;

export interface DomainContact {
  /** One of contactRoles in a request; what the server wrote in a reply. */
  readonly role: string;
  readonly id: string;
}

export function encodeContacts(contacts: readonly DomainContact[] = []): XmlElement[] {
  return contacts.map(({ role, id }) =>
    domain.element(
      'contact',
      { type: oneOf('contacts', role, contactRoles) },
      clientIdentifier('contacts', id),
    ),
  );
}

export function decodeContacts(parent: XmlElement): DomainContact[] {
  return domain.children(parent, 'contact').map((contact) => ({
    role: collapse(contact.attributes.type ?? ''),
    id: tokenOf(contact),
  }));
}
