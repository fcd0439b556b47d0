/** The pieces that several host commands of RFC 5732 share. */

import { hostUri } from '../namespaces.ts';
import { ipAddress, listOf, oneOf } from '../xml/schema-values.ts';
import { collapse, tokenOf, vocabulary, type XmlElement } from '../xml/xml-element.ts';

export const host = vocabulary(hostUri);

export const hostStatuses = [
  'clientDeleteProhibited',
  'clientUpdateProhibited',
  'linked',
  'ok',
  'pendingCreate',
  'pendingDelete',
  'pendingTransfer',
  'pendingUpdate',
  'serverDeleteProhibited',
  'serverUpdateProhibited',
] as const;
export type HostStatus = (typeof hostStatuses)[number];

export function encodeAddresses(addresses: readonly string[] = []): XmlElement[] {
  return addresses.map((address) => {
    const { text, family } = ipAddress('addresses', address);
    return host.element('addr', { ip: family }, text);
  });
}

export function decodeAddresses(parent: XmlElement): string[] {
  return host.children(parent, 'addr').map(tokenOf);
}

export function encodeHostStatuses(statuses: readonly string[] = [], min = 0): XmlElement[] {
  return listOf('statuses', statuses, { min, max: 7 }).map((status) =>
    host.element('status', { s: oneOf('statuses', status, hostStatuses) }),
  );
}

export function decodeHostStatuses(parent: XmlElement): string[] {
  return host.children(parent, 'status').map((status) => collapse(status.attributes.s ?? ''));
}
