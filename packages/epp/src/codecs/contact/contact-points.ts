/** How a contact is reached besides by post: <voice>, <fax> and <email> of RFC 5733. */

import { compact, whenDefined } from '../../compact.ts';
import { contact } from '../../vocabularies.ts';
import { matching, token } from '../../xml/schema-values.ts';
import type { XmlElement } from '../../xml/xml-element.ts';

export interface Phone {
  /** `+CC.NUMBER`; an empty string removes the number in an update. */
  readonly number: string;
  readonly extension?: string;
}

export interface ContactPoints {
  readonly voice?: Phone;
  readonly fax?: Phone;
  readonly email?: string;
}

export function encodeContactPoints(points: ContactPoints): (XmlElement | undefined)[] {
  return [
    encodePhone('voice', points.voice),
    encodePhone('fax', points.fax),
    contact.optionalLeaf('email', points.email, (text) => token('email', text, { min: 1 })),
  ];
}

export function decodeContactPoints(parent: XmlElement): ContactPoints {
  return compact({
    voice: decodePhone(parent, 'voice'),
    fax: decodePhone(parent, 'fax'),
    email: contact.optionalToken(parent, 'email'),
  });
}

function encodePhone(name: 'voice' | 'fax', phone: Phone | undefined): XmlElement | undefined {
  if (phone === undefined) return undefined;
  const number = matching(name, phone.number, /^(\+[0-9]{1,3}\.[0-9]{1,14})?$/);
  return contact.element(
    name,
    { x: whenDefined(phone.extension, (text) => token(`${name}.extension`, text)) },
    token(name, number, { max: 17 }),
  );
}

function decodePhone(parent: XmlElement, name: 'voice' | 'fax'): Phone | undefined {
  const element = contact.child(parent, name);
  if (element === undefined) return undefined;
  return compact({ number: contact.token(parent, name), extension: element.attributes.x });
}
