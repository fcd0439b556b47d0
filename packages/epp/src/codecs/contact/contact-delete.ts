/** contact:delete, RFC 5733 section 3.2.2. A contact that is in use is refused with 2305. */

import { contact } from '../../vocabularies.ts';
import { type CommandCodec, objectCommand, objectOf } from '../command-codec.ts';
import { type EmptyResult, emptyResultCodec } from '../empty-result.ts';
import { encodeKey } from '../object-key.ts';

export interface DeleteContactRequest {
  readonly id: string;
}

export const deleteContact: CommandCodec<DeleteContactRequest, EmptyResult> = {
  type: 'contact:delete',
  verb: 'delete',
  objectUri: contact.uri,
  encodeRequest: ({ id }) =>
    objectCommand(contact, 'delete', { children: [encodeKey(contact, 'id', id)] }),
  decodeRequest: (body) => ({ id: contact.token(objectOf(body), 'id') }),
  ...emptyResultCodec,
};
