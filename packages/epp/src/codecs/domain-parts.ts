/** The pieces that several domain commands of RFC 5731 share. */

import { domainUri } from '../namespaces.ts';
import {
  authInfoPassword,
  clientIdentifier,
  ipAddress,
  label,
  listOf,
  oneOf,
  readNormalizedString,
} from '../xml/schema-values.ts';
import {
  childElements,
  collapse,
  tokenOf,
  vocabulary,
  type XmlElement,
} from '../xml/xml-element.ts';

export const domain = vocabulary(domainUri);

/** A registry works with host objects or with host attributes, never with both. */
export type Nameservers =
  | { readonly kind: 'objects'; readonly names: readonly string[] }
  | { readonly kind: 'attributes'; readonly hosts: readonly HostAttribute[] };

export interface HostAttribute {
  readonly name: string;
  readonly addresses: readonly string[];
}

export const contactRoles = ['admin', 'billing', 'tech'] as const;

export interface DomainContact {
  /** One of contactRoles in a request; what the server wrote in a reply. */
  readonly role: string;
  readonly id: string;
}

export const domainStatuses = [
  'clientDeleteProhibited',
  'clientHold',
  'clientRenewProhibited',
  'clientTransferProhibited',
  'clientUpdateProhibited',
  'inactive',
  'ok',
  'pendingCreate',
  'pendingDelete',
  'pendingRenew',
  'pendingTransfer',
  'pendingUpdate',
  'serverDeleteProhibited',
  'serverHold',
  'serverRenewProhibited',
  'serverTransferProhibited',
  'serverUpdateProhibited',
] as const;
export type DomainStatus = (typeof domainStatuses)[number];

export function encodeNameservers(nameservers: Nameservers | undefined): XmlElement | undefined {
  if (nameservers === undefined) return undefined;
  if (nameservers.kind === 'objects') {
    if (nameservers.names.length === 0) return undefined;
    const hosts = nameservers.names.map((name) =>
      domain.leaf('hostObj', label('nameservers', name)),
    );
    return domain.element('ns', {}, hosts);
  }
  if (nameservers.hosts.length === 0) return undefined;
  const hosts = nameservers.hosts.map((host) =>
    domain.element(
      'hostAttr',
      {},
      domain.leaf('hostName', label('nameservers', host.name)),
      host.addresses.map((address) => {
        const { text, family } = ipAddress('nameservers', address);
        return domain.element('hostAddr', { ip: family }, text);
      }),
    ),
  );
  return domain.element('ns', {}, hosts);
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

export function encodeContacts(contacts: readonly DomainContact[] = []): XmlElement[] {
  return contacts.map(({ role, id }) =>
    domain.element(
      'contact',
      { type: oneOf('contacts', role, contactRoles) },
      clientIdentifier('contacts', id),
    ),
  );
}

export function decodeContacts(parent: XmlElement): DomainContact[] {
  return domain.children(parent, 'contact').map((contact) => ({
    role: collapse(contact.attributes.type ?? ''),
    id: tokenOf(contact),
  }));
}

export function encodeStatuses(statuses: readonly string[] = []): XmlElement[] {
  return listOf('statuses', statuses, { max: 11 }).map((status) =>
    domain.element('status', { s: oneOf('statuses', status, domainStatuses) }),
  );
}

/** Statuses we do not know are kept: registries add their own. */
export function decodeStatuses(parent: XmlElement): string[] {
  return domain.children(parent, 'status').map((status) => collapse(status.attributes.s ?? ''));
}

export function encodeAuthInfo(password: string): XmlElement {
  return domain.element('authInfo', {}, domain.leaf('pw', authInfoPassword('authInfo', password)));
}

/** Absent when the server shows none; an `ext` authInfo is not ours to interpret. */
export function decodeAuthInfo(parent: XmlElement): string | undefined {
  const authInfo = domain.child(parent, 'authInfo');
  const pw = authInfo && domain.child(authInfo, 'pw');
  return pw && readNormalizedString(pw);
}

/** `null` says the server was asked to remove the authInfo. */
export function decodeAuthInfoChange(parent: XmlElement): string | null | undefined {
  const authInfo = domain.child(parent, 'authInfo');
  if (authInfo === undefined) return undefined;
  const removed = childElements(authInfo).some((child) => child.name === 'null');
  return removed ? null : decodeAuthInfo(parent);
}
