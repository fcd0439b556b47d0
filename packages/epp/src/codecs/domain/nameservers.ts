/** The nameservers of a domain, <ns> of RFC 5731 section 1.1. */

import { domain } from '../../vocabularies.ts';
import { ipAddress, label } from '../../xml/schema-values.ts';
import { tokenOf, type XmlElement } from '../../xml/xml-element.ts';

/** A registry works with host objects or with host attributes, never with both. */
export type Nameservers =
  | { readonly kind: 'objects'; readonly names: readonly string[] }
  | { readonly kind: 'attributes'; readonly hosts: readonly HostAttribute[] };

export interface HostAttribute {
  readonly name: string;
  readonly addresses: readonly string[];
}

export function encodeNameservers(nameservers: Nameservers | undefined): XmlElement | undefined {
  if (nameservers === undefined) return undefined;
  const hosts =
    nameservers.kind === 'objects'
      ? nameservers.names.map((name) => domain.leaf('hostObj', label('nameservers', name)))
      : nameservers.hosts.map(encodeHostAttribute);
  return hosts.length === 0 ? undefined : domain.element('ns', {}, hosts);
}

export function decodeNameservers(parent: XmlElement): Nameservers | undefined {
  const ns = domain.child(parent, 'ns');
  if (ns === undefined) return undefined;
  const attributes = domain.children(ns, 'hostAttr');
  if (attributes.length === 0) {
    return { kind: 'objects', names: domain.children(ns, 'hostObj').map(tokenOf) };
  }
  const hosts = attributes.map((host) => ({
    name: domain.token(host, 'hostName'),
    addresses: domain.children(host, 'hostAddr').map(tokenOf),
  }));
  return { kind: 'attributes', hosts };
}

function encodeHostAttribute(host: HostAttribute): XmlElement {
  return domain.element(
    'hostAttr',
    {},
    domain.leaf('hostName', label('nameservers', host.name)),
    host.addresses.map((address) => {
      const { text, family } = ipAddress('nameservers', address);
      return domain.element('hostAddr', { ip: family }, text);
    }),
  );
}
