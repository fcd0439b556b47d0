/** <disclose> of RFC 5733 section 2.9: which contact fields the registry shows or hides. */

import { compact, nonEmpty } from '../../compact.ts';
import { contact } from '../../vocabularies.ts';
import { booleanText, listOf, oneOf, readBoolean } from '../../xml/schema-values.ts';
import type { XmlElement } from '../../xml/xml-element.ts';
import { type PostalType, postalTypes, readPostalType } from './postal-info.ts';

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
  const typed = (name: string) => nonEmpty(contact.children(element, name).map(readPostalType));
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
