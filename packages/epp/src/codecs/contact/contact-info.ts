/** contact:info, RFC 5733 section 3.1.2. */

import { compact, whenDefined } from '../../compact.ts';
import { requiredData } from '../../epp-response.ts';
import { contact } from '../../vocabularies.ts';
import { listOf, required, roid } from '../../xml/schema-values.ts';
import { decodeAuthInfo, encodeAuthInfo } from '../auth-info.ts';
import { type CommandCodec, objectCommand, objectOf, resultBody } from '../command-codec.ts';
import {
  decodeHistory,
  encodeHistory,
  type ObjectHistory,
  requireCreation,
} from '../object-history.ts';
import { encodeKey } from '../object-key.ts';
import { contactStatuses, decodeStatuses, encodeStatuses } from '../object-statuses.ts';
import { type ContactPoints, decodeContactPoints, encodeContactPoints } from './contact-points.ts';
import { type Disclose, decodeDisclose, encodeDisclose } from './disclose.ts';
import { decodePostalInfo, encodePostalInfo, type PostalInfo } from './postal-info.ts';

export interface InfoContactRequest {
  readonly id: string;
  readonly authInfo?: string;
}

/** Registries that hide a contact leave its e-mail address out, although the schema requires it. */
export interface ContactInfo extends ContactPoints, ObjectHistory {
  readonly id: string;
  readonly roid: string;
  readonly statuses: readonly string[];
  readonly postalInfos: readonly PostalInfo[];
  readonly authInfo?: string;
  readonly disclose?: Disclose;
}

export const infoContact: CommandCodec<InfoContactRequest, ContactInfo> = {
  type: 'contact:info',
  verb: 'info',
  objectUri: contact.uri,
  encodeRequest: ({ id, authInfo }) =>
    objectCommand(contact, 'info', {
      children: [encodeKey(contact, 'id', id), encodeAuthInfo(contact, authInfo)],
    }),
  decodeRequest(body) {
    const info = objectOf(body);
    return compact({ id: contact.token(info, 'id'), authInfo: decodeAuthInfo(contact, info) });
  },
  encodeResult(info) {
    const data = contact.element(
      'infData',
      {},
      encodeKey(contact, 'id', info.id),
      contact.leaf('roid', roid(info.roid)),
      encodeStatuses(contact, info.statuses, { allowed: contactStatuses, min: 1, max: 7 }),
      listOf('postalInfos', info.postalInfos, { min: 1, max: 2 }).map(encodePostalInfo),
      encodeContactPoints({ ...info, email: required('email', info.email) }),
      encodeHistory(contact, requireCreation(info)),
      encodeAuthInfo(contact, info.authInfo),
      whenDefined(info.disclose, encodeDisclose),
    );
    return resultBody([data]);
  },
  decodeResult(response) {
    const data = requiredData(contact, response, 'infData');
    return compact({
      id: contact.token(data, 'id'),
      roid: contact.token(data, 'roid'),
      statuses: decodeStatuses(contact, data),
      postalInfos: contact.children(data, 'postalInfo').map(decodePostalInfo),
      ...decodeContactPoints(data),
      ...decodeHistory(contact, data),
      authInfo: decodeAuthInfo(contact, data),
      disclose: decodeDisclose(data),
    });
  },
};
