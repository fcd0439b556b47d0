/** Names and postal addresses of contacts, RFC 5733 section 2.5. */

import { compact, nonEmpty, whenDefined } from '../../compact.ts';
import { contact } from '../../vocabularies.ts';
import {
  listOf,
  normalizedString,
  oneOf,
  readNormalizedString,
  readOneOf,
  token,
} from '../../xml/schema-values.ts';
import type { XmlElement } from '../../xml/xml-element.ts';

export const postalTypes = ['int', 'loc'] as const;
/** `int` is ASCII only, `loc` any script. */
export type PostalType = (typeof postalTypes)[number];

export interface PostalAddress {
  readonly street?: readonly string[];
  readonly city: string;
  readonly province?: string;
  readonly postalCode?: string;
  readonly country: string;
}

/** Absent parts stay as they are; an address is always replaced as a whole. */
export interface PostalInfoChange {
  readonly type: PostalType;
  readonly name?: string;
  readonly organization?: string;
  readonly address?: PostalAddress;
}

export interface PostalInfo extends PostalInfoChange {
  readonly name: string;
  readonly address: PostalAddress;
}

export function encodePostalInfo(info: PostalInfoChange): XmlElement {
  return contact.element(
    'postalInfo',
    { type: oneOf('postalInfo.type', info.type, postalTypes) },
    contact.optionalLeaf('name', info.name, (text) => requiredLine('name', text)),
    contact.optionalLeaf('org', info.organization, (text) => optionalLine('organization', text)),
    whenDefined(info.address, encodeAddress),
  );
}

export function decodePostalInfo(element: XmlElement): PostalInfo {
  return {
    ...decodePostalInfoChange(element),
    name: readNormalizedString(contact.requiredChild(element, 'name')),
    address: decodeAddress(contact.requiredChild(element, 'addr')),
  };
}

export function decodePostalInfoChange(element: XmlElement): PostalInfoChange {
  return compact({
    type: readPostalType(element),
    name: whenDefined(contact.child(element, 'name'), readNormalizedString),
    organization: whenDefined(contact.child(element, 'org'), readNormalizedString),
    address: whenDefined(contact.child(element, 'addr'), decodeAddress),
  });
}

export function readPostalType(element: XmlElement): PostalType {
  return readOneOf(element.attributes.type, postalTypes, 'int or loc');
}

function encodeAddress(address: PostalAddress): XmlElement {
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

function decodeAddress(element: XmlElement): PostalAddress {
  return compact({
    street: nonEmpty(contact.children(element, 'street').map(readNormalizedString)),
    city: readNormalizedString(contact.requiredChild(element, 'city')),
    province: whenDefined(contact.child(element, 'sp'), readNormalizedString),
    postalCode: contact.optionalToken(element, 'pc'),
    country: contact.token(element, 'cc'),
  });
}

function requiredLine(field: string, value: string): string {
  return normalizedString(field, value, { min: 1, max: 255 });
}

function optionalLine(field: string, value: string): string {
  return normalizedString(field, value, { max: 255 });
}
