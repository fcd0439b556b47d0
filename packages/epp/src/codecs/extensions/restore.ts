/** Restoring a deleted domain, RFC 3915 section 4.2.5. */

import { compact, whenDefined } from '../../compact.ts';
import { rgp } from '../../vocabularies.ts';
import { dateTime, listOf, readDateTime, readOneOf } from '../../xml/schema-values.ts';
import { textOf, type XmlElement } from '../../xml/xml-element.ts';

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
  const update = rgp.find(extensions, 'update');
  if (update === undefined) return undefined;
  const restore = rgp.requiredChild(update, 'restore');
  const op = readOneOf(restore.attributes.op, ['request', 'report'], 'a restore operation');
  if (op === 'request') return { op };
  return { op, report: decodeReport(rgp.requiredChild(restore, 'report')) };
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
