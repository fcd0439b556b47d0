/** contact:info, RFC 5733 section 3.1.2. */

import { compact, whenDefined } from '../compact.ts';
import { contactUri } from '../namespaces.ts';
import {
  clientIdentifier,
  dateTime,
  listOf,
  readDateTime,
  required,
} from '../xml/schema-values.ts';
import { type CommandCodec, findRequired, objectCommand, objectOf } from './command-codec.ts';
import {
  contact,
  type Disclose,
  decodeContactAuthInfo,
  decodeContactStatuses,
  decodeDisclose,
  decodePhone,
  decodePostalInfo,
  email,
  encodeContactAuthInfo,
  encodeContactStatuses,
  encodeDisclose,
  encodePhone,
  encodePostalInfo,
  type Phone,
  type PostalInfo,
} from './contact-parts.ts';
import { roid } from './info-domain.ts';

export interface InfoContactRequest {
  readonly id: string;
  readonly authInfo?: string;
}

export interface ContactInfo {
  readonly id: string;
  readonly roid: string;
  readonly statuses: readonly string[];
  readonly postalInfos: readonly PostalInfo[];
  readonly voice?: Phone;
  readonly fax?: Phone;
  readonly email?: string;
  readonly sponsorId: string;
  readonly creatorId?: string;
  readonly createdAt?: Date;
  readonly updaterId?: string;
  readonly updatedAt?: Date;
  readonly transferredAt?: Date;
  readonly authInfo?: string;
  readonly disclose?: Disclose;
}

export const infoContact: CommandCodec<InfoContactRequest, ContactInfo> = {
  type: 'contact:info',
  verb: 'info',
  objectUri: contactUri,
  encodeRequest({ id, authInfo }) {
    const info = contact.element(
      'info',
      {},
      contact.leaf('id', clientIdentifier('id', id)),
      whenDefined(authInfo, encodeContactAuthInfo),
    );
    return objectCommand('info', info);
  },
  decodeRequest(body) {
    const info = objectOf(body);
    return compact({ id: contact.token(info, 'id'), authInfo: decodeContactAuthInfo(info) });
  },
  encodeResult(info) {
    const identifier = (field: string) => (id: string) => clientIdentifier(field, id);
    const date = (field: string) => (value: Date) => dateTime(field, value);
    const data = contact.element(
      'infData',
      {},
      contact.leaf('id', clientIdentifier('id', info.id)),
      contact.leaf('roid', roid(info.roid)),
      encodeContactStatuses(info.statuses),
      listOf('postalInfos', info.postalInfos, { min: 1, max: 2 }).map(encodePostalInfo),
      encodePhone('voice', info.voice),
      encodePhone('fax', info.fax),
      contact.leaf('email', email(required('email', info.email))),
      contact.leaf('clID', clientIdentifier('sponsorId', info.sponsorId)),
      // The schema demands these two of a server, though a client can live without them.
      contact.leaf('crID', clientIdentifier('creatorId', required('creatorId', info.creatorId))),
      contact.leaf('crDate', dateTime('createdAt', required('createdAt', info.createdAt))),
      contact.optionalLeaf('upID', info.updaterId, identifier('updaterId')),
      contact.optionalLeaf('upDate', info.updatedAt, date('updatedAt')),
      contact.optionalLeaf('trDate', info.transferredAt, date('transferredAt')),
      whenDefined(info.authInfo, encodeContactAuthInfo),
      whenDefined(info.disclose, encodeDisclose),
    );
    return { resData: [data], extensions: [] };
  },
  decodeResult({ resData }) {
    const data = findRequired(resData, contactUri, 'infData');
    const date = (name: string) => whenDefined(contact.child(data, name), readDateTime);
    return compact({
      id: contact.token(data, 'id'),
      roid: contact.token(data, 'roid'),
      statuses: decodeContactStatuses(data),
      postalInfos: contact.children(data, 'postalInfo').map(decodePostalInfo),
      voice: decodePhone(data, 'voice'),
      fax: decodePhone(data, 'fax'),
      // Registries that hide a contact leave it out, whatever the schema says.
      email: contact.optionalToken(data, 'email'),
      sponsorId: contact.token(data, 'clID'),
      creatorId: contact.optionalToken(data, 'crID'),
      createdAt: date('crDate'),
      updaterId: contact.optionalToken(data, 'upID'),
      updatedAt: date('upDate'),
      transferredAt: date('trDate'),
      authInfo: decodeContactAuthInfo(data),
      disclose: decodeDisclose(data),
    });
  },
};
