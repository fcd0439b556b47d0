// contact:check, RFC 5733 section 3.1.1.

import { CONTACT_URI } from '../namespaces.ts';
import { tokenOf } from '../xml/element.ts';
import { clientIdentifier, listOf } from '../xml/schema-values.ts';
import { type Availability, encodeAvailability, readAvailability } from './availability.ts';
import { type CommandCodec, findRequired, objectCommand, objectOf } from './codec.ts';
import { contact } from './contact-parts.ts';

export interface CheckContactsRequest {
  readonly ids: readonly string[];
}

export interface CheckContactsResult {
  readonly contacts: readonly Availability[];
}

export const checkContacts: CommandCodec<CheckContactsRequest, CheckContactsResult> = {
  type: 'contact:check',
  verb: 'check',
  objectUri: CONTACT_URI,
  encodeRequest({ ids }) {
    const children = listOf('ids', ids, { min: 1 }).map((id) =>
      contact.leaf('id', clientIdentifier('ids', id)),
    );
    return objectCommand('check', contact.element('check', {}, children));
  },
  decodeRequest: (body) => ({ ids: contact.children(objectOf(body), 'id').map(tokenOf) }),
  encodeResult: ({ contacts }) => ({
    resData: [encodeAvailability(contact, 'id', contacts)],
    extensions: [],
  }),
  decodeResult: ({ resData }) => ({
    contacts: readAvailability(contact, 'id', findRequired(resData, CONTACT_URI, 'chkData')),
  }),
};
