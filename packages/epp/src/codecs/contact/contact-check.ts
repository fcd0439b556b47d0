/** contact:check, RFC 5733 section 3.1.1. */

import { contact } from '../../vocabularies.ts';
import { clientIdentifier, listOf } from '../../xml/schema-values.ts';
import { tokenOf } from '../../xml/xml-element.ts';
import { type Availability, decodeAvailability, encodeAvailability } from '../check-data.ts';
import { type CommandCodec, objectCommand, objectOf, resultBody } from '../command-codec.ts';

export interface CheckContactsRequest {
  readonly ids: readonly string[];
}

export interface CheckContactsResult {
  readonly contacts: readonly Availability[];
}

export const checkContacts: CommandCodec<CheckContactsRequest, CheckContactsResult> = {
  type: 'contact:check',
  verb: 'check',
  objectUri: contact.uri,
  encodeRequest: ({ ids }) =>
    objectCommand(contact, 'check', {
      children: listOf('ids', ids, { min: 1 }).map((id) =>
        contact.leaf('id', clientIdentifier('ids', id)),
      ),
    }),
  decodeRequest: (body) => ({ ids: contact.children(objectOf(body), 'id').map(tokenOf) }),
  encodeResult: ({ contacts }) => resultBody([encodeAvailability(contact, 'id', contacts)]),
  decodeResult: (response) => ({ contacts: decodeAvailability(contact, 'id', response) }),
};
