/** contact:create, RFC 5733 section 3.2.1. */

import { compact, whenDefined } from '../compact.ts';
import { EppSyntaxError } from '../errors.ts';
import { contactUri } from '../namespaces.ts';
import { clientIdentifier, dateTime, listOf, readDateTime } from '../xml/schema-values.ts';
import { type CommandCodec, find, objectCommand, objectOf } from './command-codec.ts';
import {
  contact,
  type Disclose,
  decodeContactAuthInfo,
  decodeDisclose,
  decodePhone,
  decodePostalInfo,
  email,
  encodeContactAuthInfo,
  encodeDisclose,
  encodePhone,
  encodePostalInfo,
  type Phone,
  type PostalInfo,
} from './contact-parts.ts';

export interface CreateContactRequest {
  readonly id: string;
  /** One of each type at most. */
  readonly postalInfos: readonly PostalInfo[];
  readonly voice?: Phone;
  readonly fax?: Phone;
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
  objectUri: contactUri,
  encodeRequest(request) {
    const create = contact.element(
      'create',
      {},
      contact.leaf('id', clientIdentifier('id', request.id)),
      listOf('postalInfos', request.postalInfos, { min: 1, max: 2 }).map(encodePostalInfo),
      encodePhone('voice', request.voice),
      encodePhone('fax', request.fax),
      contact.leaf('email', email(request.email)),
      encodeContactAuthInfo(request.authInfo),
      whenDefined(request.disclose, encodeDisclose),
    );
    return objectCommand('create', create);
  },
  decodeRequest(body) {
    const create = objectOf(body);
    return compact({
      id: contact.token(create, 'id'),
      postalInfos: contact.children(create, 'postalInfo').map(decodePostalInfo),
      voice: decodePhone(create, 'voice'),
      fax: decodePhone(create, 'fax'),
      email: contact.token(create, 'email'),
      authInfo: decodeContactAuthInfo(create) ?? missingAuthInfo(),
      disclose: decodeDisclose(create),
    });
  },
  encodeResult({ id, createdAt }) {
    if (createdAt === undefined) return { resData: [], extensions: [] };
    const data = contact.element(
      'creData',
      {},
      contact.leaf('id', clientIdentifier('id', id)),
      contact.leaf('crDate', dateTime('createdAt', createdAt)),
    );
    return { resData: [data], extensions: [] };
  },
  decodeResult({ resData }, request) {
    const data = find(resData, contactUri, 'creData');
    return compact({
      id: data === undefined ? request.id : contact.token(data, 'id'),
      createdAt: whenDefined(data && contact.child(data, 'crDate'), readDateTime),
    });
  },
};

function missingAuthInfo(): never {
  throw new EppSyntaxError('<create> lacks authInfo with a password', 2003);
}
