/** The pieces that several contact commands of RFC 5733 share. */

import { compact, whenDefined } from '../compact.ts';
import { EppSyntaxError } from '../errors.ts';
import { contactUri } from '../namespaces.ts';
import {
  authInfoPassword,
  booleanText,
  listOf,
  matching,
  normalizedString,
  oneOf,
  readBoolean,
  readNormalizedString,
  token,
} from '../xml/schema-values.ts';
import { collapse, vocabulary, type XmlElement } from '../xml/xml-element.ts';

export const contact = vocabulary(contactUri);

const postalTypes = ['int', 'loc'] as const;
/** `int` is ASCII only, `loc` any script. */
export type PostalType = (typeof postalTypes)[number];

export interface PostalAddress {
  readonly street?: readonly string[];
  readonly city: string;
  readonly province?: string;
  readonly postalCode?: string;
  readonly country: string;
}

export interface PostalInfo {
  readonly type: PostalType;
  readonly name: string;
  readonly organization?: string;
  readonly address: PostalAddress;
}

export interface Phone {
  /** `+CC.NUMBER`; an empty string removes the number in an update. */
  readonly number: string;
  readonly extension?: string;
}

/** `flag: false` asks the server to hide the listed fields, `true` to show them. */
export interface Disclose {
  readonly flag: boolean;
  readonly name?: readonly PostalType[];
  readonly organization?: readonly PostalType[];
  readonly address?: readonly PostalType[];
  readonly voice?: boolean;
  readonly fax?: boolean;
  readonly email?: boolean;
}

export const contactStatuses = [
  'clientDeleteProhibited',
  'clientTransferProhibited',
  'clientUpdateProhibited',
  'linked',
  'ok',
  'pendingCreate',
  'pendingDelete',
  'pendingTransfer',
  'pendingUpdate',
  'serverDeleteProhibited',
  'serverTransferProhibited',
  'serverUpdateProhibited',
] as const;
export type ContactStatus = (typeof contactStatuses)[number];

export function encodePostalInfo(info: PostalInfo): XmlElement {
  return contact.element(
    'postalInfo',
    { type: oneOf('postalInfo.type', info.type, postalTypes) },
    contact.leaf('name', requiredLine('name', info.name)),
    contact.optionalLeaf('org', info.organization, (text) => optionalLine('organization', text)),
    encodeAddress(info.address),
  );
}

export function encodeAddress(address: PostalAddress): XmlElement {
  return contact.element(
    'addr',
    {},
    listOf('street', address.street ?? [], { max: 3 }).map((line) =>
      contact.leaf('street', optionalLine('street', line)),
    ),
    contact.leaf('city', requiredLine('city', address.city)),
    contact.optionalLeaf('sp', address.province, (text) => optionalLine('province', text)),
    contact.optionalLeaf('pc', address.postalCode, (text) =>
      token('postalCode', text, { max: 16 }),
    ),
    contact.leaf('cc', token('country', address.country, { min: 2, max: 2 })),
  );
}

export function decodePostalInfo(element: XmlElement): PostalInfo {
  return compact({
    type: readPostalType(element),
    name: readNormalizedString(contact.requiredChild(element, 'name')),
    organization: whenDefined(contact.child(element, 'org'), readNormalizedString),
    address: decodeAddress(contact.requiredChild(element, 'addr')),
  });
}

export function decodeAddress(element: XmlElement): PostalAddress {
  const street = contact.children(element, 'street').map(readNormalizedString);
  return compact({
    street: street.length === 0 ? undefined : street,
    city: readNormalizedString(contact.requiredChild(element, 'city')),
    province: whenDefined(contact.child(element, 'sp'), readNormalizedString),
    postalCode: contact.optionalToken(element, 'pc'),
    country: contact.token(element, 'cc'),
  });
}

export function readPostalType(element: XmlElement): PostalType {
  const text = collapse(element.attributes.type ?? '');
  const type = postalTypes.find((candidate) => candidate === text);
  if (type === undefined) throw new EppSyntaxError(`"${text}" is not int or loc`, 2005);
  return type;
}

export function encodePhone(
  name: 'voice' | 'fax',
  phone: Phone | undefined,
): XmlElement | undefined {
  if (phone === undefined) return undefined;
  const number = matching(name, phone.number, /^(\+[0-9]{1,3}\.[0-9]{1,14})?$/);
  return contact.element(
    name,
    { x: whenDefined(phone.extension, (text) => token(`${name}.extension`, text)) },
    token(name, number, { max: 17 }),
  );
}

export function decodePhone(parent: XmlElement, name: 'voice' | 'fax'): Phone | undefined {
  const element = contact.child(parent, name);
  if (element === undefined) return undefined;
  return compact({ number: contact.token(parent, name), extension: element.attributes.x });
}

export function encodeDisclose(disclose: Disclose): XmlElement {
  const typed = (name: string, types: readonly PostalType[] = []) =>
    listOf(`disclose.${name}`, types, { max: 2 }).map((type) =>
      contact.element(name, { type: oneOf(`disclose.${name}`, type, postalTypes) }),
    );
  const flag = (name: string, set: boolean | undefined) =>
    set === true ? contact.element(name, {}) : undefined;
  return contact.element(
    'disclose',
    { flag: booleanText(disclose.flag) },
    typed('name', disclose.name),
    typed('org', disclose.organization),
    typed('addr', disclose.address),
    flag('voice', disclose.voice),
    flag('fax', disclose.fax),
    flag('email', disclose.email),
  );
}

export function decodeDisclose(parent: XmlElement): Disclose | undefined {
  const element = contact.child(parent, 'disclose');
  if (element === undefined) return undefined;
  const typed = (name: string) => {
    const types = contact.children(element, name).map(readPostalType);
    return types.length === 0 ? undefined : types;
  };
  const flag = (name: string) => (contact.child(element, name) === undefined ? undefined : true);
  return compact({
    flag: readBoolean(element.attributes.flag, false),
    name: typed('name'),
    organization: typed('org'),
    address: typed('addr'),
    voice: flag('voice'),
    fax: flag('fax'),
    email: flag('email'),
  });
}

export function encodeContactAuthInfo(password: string): XmlElement {
  return contact.element(
    'authInfo',
    {},
    contact.leaf('pw', authInfoPassword('authInfo', password)),
  );
}

export function decodeContactAuthInfo(parent: XmlElement): string | undefined {
  const authInfo = contact.child(parent, 'authInfo');
  const pw = authInfo && contact.child(authInfo, 'pw');
  return pw && readNormalizedString(pw);
}

export function encodeContactStatuses(statuses: readonly string[]): XmlElement[] {
  return listOf('statuses', statuses, { min: 1, max: 7 }).map((status) =>
    contact.element('status', { s: oneOf('statuses', status, contactStatuses) }),
  );
}

export function decodeContactStatuses(parent: XmlElement): string[] {
  return contact.children(parent, 'status').map((status) => collapse(status.attributes.s ?? ''));
}

export function email(value: string): string {
  return token('email', value, { min: 1 });
}

export function requiredLine(field: string, value: string): string {
  return normalizedString(field, value, { min: 1, max: 255 });
}

export function optionalLine(field: string, value: string): string {
  return normalizedString(field, value, { max: 255 });
}
