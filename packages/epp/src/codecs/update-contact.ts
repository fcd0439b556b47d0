/** contact:update, RFC 5733 section 3.2.4. */

import { compact, whenDefined } from '../compact.ts';
import { contactUri } from '../namespaces.ts';
import { clientIdentifier, listOf, readNormalizedString } from '../xml/schema-values.ts';
import type { XmlElement } from '../xml/xml-element.ts';
import { type CommandCodec, emptyResult, objectOf, updateCommand } from './command-codec.ts';
import {
  contact,
  type Disclose,
  decodeAddress,
  decodeContactAuthInfo,
  decodeContactStatuses,
  decodeDisclose,
  decodePhone,
  email,
  encodeAddress,
  encodeContactAuthInfo,
  encodeContactStatuses,
  encodeDisclose,
  encodePhone,
  optionalLine,
  type Phone,
  type PostalAddress,
  type PostalType,
  readPostalType,
  requiredLine,
} from './contact-parts.ts';
import type { EmptyResult } from './login.ts';

/** Absent parts stay as they are; an address is always replaced as a whole. */
export interface PostalInfoChange {
  readonly type: PostalType;
  readonly name?: string;
  readonly organization?: string;
  readonly address?: PostalAddress;
}

export interface ContactChange {
  readonly postalInfos?: readonly PostalInfoChange[];
  readonly voice?: Phone;
  readonly fax?: Phone;
  readonly email?: string;
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
  objectUri: contactUri,
  encodeRequest({ id, addStatuses, removeStatuses, change }) {
    const update = contact.element(
      'update',
      {},
      contact.leaf('id', clientIdentifier('id', id)),
      encodeStatusChange('add', addStatuses),
      encodeStatusChange('rem', removeStatuses),
      whenDefined(change, encodeChange),
    );
    return updateCommand(update);
  },
  decodeRequest(body) {
    const update = objectOf(body);
    return compact({
      id: contact.token(update, 'id'),
      addStatuses: whenDefined(contact.child(update, 'add'), decodeContactStatuses),
      removeStatuses: whenDefined(contact.child(update, 'rem'), decodeContactStatuses),
      change: whenDefined(contact.child(update, 'chg'), decodeChange),
    });
  },
  encodeResult: () => emptyResult,
  decodeResult: () => ({}),
};

function encodeStatusChange(
  name: 'add' | 'rem',
  statuses: readonly string[] | undefined,
): XmlElement | undefined {
  if (statuses === undefined || statuses.length === 0) return undefined;
  return contact.element(name, {}, encodeContactStatuses(statuses));
}

function encodeChange(change: ContactChange): XmlElement {
  return contact.element(
    'chg',
    {},
    listOf('postalInfos', change.postalInfos ?? [], { max: 2 }).map(encodePostalInfoChange),
    encodePhone('voice', change.voice),
    encodePhone('fax', change.fax),
    contact.optionalLeaf('email', change.email, email),
    whenDefined(change.authInfo, encodeContactAuthInfo),
    whenDefined(change.disclose, encodeDisclose),
  );
}

function encodePostalInfoChange(info: PostalInfoChange): XmlElement {
  return contact.element(
    'postalInfo',
    { type: info.type === 'loc' ? 'loc' : 'int' },
    contact.optionalLeaf('name', info.name, (text) => requiredLine('name', text)),
    contact.optionalLeaf('org', info.organization, (text) => optionalLine('organization', text)),
    whenDefined(info.address, encodeAddress),
  );
}

function decodeChange(element: XmlElement): ContactChange {
  const postalInfos = contact.children(element, 'postalInfo').map((info) =>
    compact({
      type: readPostalType(info),
      name: whenDefined(contact.child(info, 'name'), readNormalizedString),
      organization: whenDefined(contact.child(info, 'org'), readNormalizedString),
      address: whenDefined(contact.child(info, 'addr'), decodeAddress),
    }),
  );
  return compact({
    postalInfos: postalInfos.length === 0 ? undefined : postalInfos,
    voice: decodePhone(element, 'voice'),
    fax: decodePhone(element, 'fax'),
    email: contact.optionalToken(element, 'email'),
    authInfo: decodeContactAuthInfo(element),
    disclose: decodeDisclose(element),
  });
}
