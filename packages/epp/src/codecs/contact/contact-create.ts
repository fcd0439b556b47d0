/** contact:create, RFC 5733 section 3.2.1. */

import { compact, whenDefined } from '../../compact.ts';
import { contact } from '../../vocabularies.ts';
import { listOf } from '../../xml/schema-values.ts';
import { encodeAuthInfo, requireAuthInfo } from '../auth-info.ts';
import { type CommandCodec, objectCommand, objectOf, resultBody } from '../command-codec.ts';
import { decodeCreation, encodeCreation } from '../creation-data.ts';
import { encodeKey } from '../object-key.ts';
import { type ContactPoints, decodeContactPoints, encodeContactPoints } from './contact-points.ts';
import { type Disclose, decodeDisclose, encodeDisclose } from './disclose.ts';
import { decodePostalInfo, encodePostalInfo, type PostalInfo } from './postal-info.ts';

export interface CreateContactRequest extends ContactPoints {
  readonly id: string;
  /** One of each type at most. */
  readonly postalInfos: readonly PostalInfo[];
  readonly email: string;
  readonly authInfo: string;
  readonly disclose?: Disclose;
}

export interface CreateContactResult {
  /** Some registries choose the id themselves: use this one from now on. */
  readonly id: string;
  /** Absent when the action is pending and the server does not know it yet. */
  readonly createdAt?: Date;
}

export const createContact: CommandCodec<CreateContactRequest, CreateContactResult> = {
  type: 'contact:create',
  verb: 'create',
  objectUri: contact.uri,
  encodeRequest(request) {
    const children = [
      encodeKey(contact, 'id', request.id),
      listOf('postalInfos', request.postalInfos, { min: 1, max: 2 }).map(encodePostalInfo),
      encodeContactPoints(request),
      encodeAuthInfo(contact, request.authInfo),
      whenDefined(request.disclose, encodeDisclose),
    ];
    return objectCommand(contact, 'create', { children });
  },
  decodeRequest(body) {
    const create = objectOf(body);
    return compact({
      id: contact.token(create, 'id'),
      postalInfos: contact.children(create, 'postalInfo').map(decodePostalInfo),
      ...decodeContactPoints(create),
      email: contact.token(create, 'email'),
      authInfo: requireAuthInfo(contact, create),
      disclose: decodeDisclose(create),
    });
  },
  encodeResult: (result) => resultBody([encodeCreation(contact, 'id', result)]),
  decodeResult: (response, request) => decodeCreation(contact, 'id', { response, request }),
};
