/**
 * Registry grace periods, RFC 3915: the grace statuses of a domain, and restoring a deleted one.
 */

import { compact, whenDefined } from '../compact.ts';
import { EppSyntaxError } from '../errors.ts';
import { rgpUri } from '../namespaces.ts';
import { dateTime, listOf, oneOf, readDateTime } from '../xml/schema-values.ts';
import { collapse, textOf, vocabulary, type XmlElement } from '../xml/xml-element.ts';
import { find } from './command-codec.ts';

const rgp = vocabulary(rgpUri);

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

export interface RestoreReport {
  readonly preData: string;
  readonly postData: string;
  readonly deletedAt: Date;
  readonly restoredAt: Date;
  readonly reason: string;
  /** RFC 3915 asks for two statements; the schema accepts one or two. */
  readonly statements: readonly string[];
  readonly other?: string;
}

export type Restore =
  | { readonly op: 'request' }
  | { readonly op: 'report'; readonly report: RestoreReport };

export function encodeRestore(restore: Restore): XmlElement {
  const report = restore.op === 'report' ? encodeReport(restore.report) : undefined;
  return rgp.element('update', {}, rgp.element('restore', { op: restore.op }, report));
}

export function decodeRestore(extensions: readonly XmlElement[]): Restore | undefined {
  const update = find(extensions, rgpUri, 'update');
  if (update === undefined) return undefined;
  const restore = rgp.requiredChild(update, 'restore');
  const op = collapse(restore.attributes.op ?? '');
  if (op === 'request') return { op };
  if (op !== 'report') throw new EppSyntaxError(`"${op}" is not a restore operation`, 2005);
  return { op, report: decodeReport(rgp.requiredChild(restore, 'report')) };
}

export type RgpDataName = 'infData' | 'upData';

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
  const data = find(extensions, rgpUri, name);
  if (data === undefined) return [];
  return rgp.children(data, 'rgpStatus').map((status) => collapse(status.attributes.s ?? ''));
}

function encodeReport(report: RestoreReport): XmlElement {
  return rgp.element(
    'report',
    {},
    rgp.leaf('preData', report.preData),
    rgp.leaf('postData', report.postData),
    rgp.leaf('delTime', dateTime('report.deletedAt', report.deletedAt)),
    rgp.leaf('resTime', dateTime('report.restoredAt', report.restoredAt)),
    rgp.leaf('resReason', report.reason),
    listOf('report.statements', report.statements, { min: 1, max: 2 }).map((statement) =>
      rgp.leaf('statement', statement),
    ),
    rgp.optionalLeaf('other', report.other, String),
  );
}

function decodeReport(element: XmlElement): RestoreReport {
  const text = (name: string, alternative: string) =>
    textOf(rgp.child(element, name) ?? rgp.requiredChild(element, alternative));
  const other = rgp.child(element, 'other');
  return compact({
    preData: text('preData', 'preWhois'),
    postData: text('postData', 'postWhois'),
    deletedAt: readDateTime(rgp.requiredChild(element, 'delTime')),
    restoredAt: readDateTime(rgp.requiredChild(element, 'resTime')),
    reason: textOf(rgp.requiredChild(element, 'resReason')),
    statements: rgp.children(element, 'statement').map(textOf),
    other: whenDefined(other, textOf),
  });
}
