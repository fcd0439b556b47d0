/** The addresses of a host object, RFC 5732 section 2.5. */

import { host } from '../../vocabularies.ts';
import { ipAddress } from '../../xml/schema-values.ts';
import { tokenOf, type XmlElement } from '../../xml/xml-element.ts';

export function encodeAddresses(addresses: readonly string[] = []): XmlElement[] {
  return addresses.map((address) => {
    const { text, family } = ipAddress('addresses', address);
    return host.element('addr', { ip: family }, text);
  });
}

export function decodeAddresses(parent: XmlElement): string[] {
  return host.children(parent, 'addr').map(tokenOf);
}
