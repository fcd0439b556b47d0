/** The statuses of RFC 5731 to 5733, which all three mappings write as `<status s="…"/>`. */

import { type Bounds, listOf, oneOf } from '../xml/schema-values.ts';
import { collapse, type Vocabulary, type XmlElement } from '../xml/xml-element.ts';

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

export const contactStatuses = [
  ...hostStatuses,
  'clientTransferProhibited',
  'serverTransferProhibited',
] as const;
export type ContactStatus = (typeof contactStatuses)[number];

export function encodeStatuses(
  words: Vocabulary,
  statuses: readonly string[] = [],
  limits: Bounds & { readonly allowed: readonly string[] },
): XmlElement[] {
  return listOf('statuses', statuses, limits).map((status) =>
    words.element('status', { s: oneOf('statuses', status, limits.allowed) }),
  );
}

/** Unknown statuses are kept: registries add their own. */
export function decodeStatuses(words: Vocabulary, parent: XmlElement): string[] {
  return words.children(parent, 'status').map((status) => collapse(status.attributes.s ?? ''));
}
