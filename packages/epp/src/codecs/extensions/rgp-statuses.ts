/** The grace periods of a domain, RFC 3915 section 3.1. */

import { rgp } from '../../vocabularies.ts';
import { oneOf } from '../../xml/schema-values.ts';
import { collapse, type XmlElement } from '../../xml/xml-element.ts';

export const rgpStatuses = [
  'addPeriod',
  'autoRenewPeriod',
  'renewPeriod',
  'transferPeriod',
  'pendingDelete',
  'pendingRestore',
  'redemptionPeriod',
] as const;
export type RgpStatus = (typeof rgpStatuses)[number];

type RgpDataName = 'infData' | 'upData';

/** Nothing at all when no grace period applies: the schema wants at least one status. */
export function encodeRgpStatuses(
  name: RgpDataName,
  statuses: readonly string[],
): XmlElement | undefined {
  if (statuses.length === 0) return undefined;
  return rgp.element(
    name,
    {},
    statuses.map((s) => rgp.element('rgpStatus', { s: oneOf('rgpStatuses', s, rgpStatuses) })),
  );
}

export function decodeRgpStatuses(extensions: readonly XmlElement[], name: RgpDataName): string[] {
  const data = rgp.find(extensions, name);
  if (data === undefined) return [];
  return rgp.children(data, 'rgpStatus').map((status) => collapse(status.attributes.s ?? ''));
}
