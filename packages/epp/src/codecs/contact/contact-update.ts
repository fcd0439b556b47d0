/** contact:update, RFC 5733 section 3.2.4. */

import { compact, nonEmpty, whenDefined } from '../../compact.ts';
import { contact } from '../../vocabularies.ts';
import { listOf } from '../../xml/schema-values.ts';
import type { XmlElement } from '../../xml/xml-element.ts';
import { decodeAuthInfo, encodeAuthInfo } from '../auth-info.ts';
import { type CommandCodec, objectOf, updateCommand } from '../command-codec.ts';
import { type EmptyResult, emptyResultCodec } from '../empty-result.ts';
import { encodeKey } from '../object-key.ts';
import { contactStatuses, decodeStatuses, encodeStatuses } from '../object-statuses.ts';
import { type ContactPoints, decodeContactPoints, encodeContactPoints } from './contact-points.ts';
import { type Disclose, decodeDisclose, encodeDisclose } from './disclose.ts';
import { decodePostalInfoChange, encodePostalInfo, type PostalInfoChange } from './postal-info.ts';

export interface ContactChange extends ContactPoints {
  readonly postalInfos?: readonly PostalInfoChange[];
  readonly authInfo?: string;
  readonly disclose?: Disclose;
}

export interface UpdateContactRequest {
  readonly id: string;
  readonly addStatuses?: readonly string[];
  readonly removeStatuses?: readonly string[];
  readonly change?: ContactChange;
}

export const updateContact: CommandCodec<UpdateContactRequest, EmptyResult> = {
  type: 'contact:update',
  verb: 'update',
  objectUri: contact.uri,
  encodeRequest: ({ id, addStatuses, removeStatuses, change }) =>
    updateCommand(contact, {
      target: encodeKey(contact, 'id', id),
      add: encodeStatuses(contact, addStatuses, { allowed: contactStatuses, max: 7 }),
      remove: encodeStatuses(contact, removeStatuses, { allowed: contactStatuses, max: 7 }),
      change: whenDefined(change, encodeChange),
    }),
  decodeRequest(body) {
    const update = objectOf(body);
    const statuses = (element: XmlElement) => decodeStatuses(contact, element);
    return compact({
      id: contact.token(update, 'id'),
      addStatuses: whenDefined(contact.child(update, 'add'), statuses),
      removeStatuses: whenDefined(contact.child(update, 'rem'), statuses),
      change: whenDefined(contact.child(update, 'chg'), decodeChange),
    });
  },
  ...emptyResultCodec,
};

function encodeChange(change: ContactChange): XmlElement {
  return contact.element(
    'chg',
    {},
    listOf('postalInfos', change.postalInfos ?? [], { max: 2 }).map(encodePostalInfo),
    encodeContactPoints(change),
    encodeAuthInfo(contact, change.authInfo),
    whenDefined(change.disclose, encodeDisclose),
  );
}

function decodeChange(element: XmlElement): ContactChange {
  return compact({
    postalInfos: nonEmpty(contact.children(element, 'postalInfo').map(decodePostalInfoChange)),
    ...decodeContactPoints(element),
    authInfo: decodeAuthInfo(contact, element),
    disclose: decodeDisclose(element),
  });
}
