/** contact:check, RFC 5733 section 3.1.1. */

import { contactUri } from '../namespaces.ts';
import { clientIdentifier, listOf } from '../xml/schema-values.ts';
import { tokenOf } from '../xml/xml-element.ts';
import { type Availability, encodeAvailability, readAvailability } from './availability.ts';
import { type CommandCodec, findRequired, objectCommand, objectOf } from './command-codec.ts';
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
  objectUri: contactUri,
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
    contacts: readAvailability(contact, 'id', findRequired(resData, contactUri, 'chkData')),
  }),
};
