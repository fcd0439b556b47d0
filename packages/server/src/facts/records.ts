/** Changes of records, from any edge. One record is shown as it is; of many the row has their number. */
import type { StoredRecord } from '../storage/tables/records/records.ts';
import {
  type About,
  type AboutDomain,
  type FactForms,
  type FactRow,
  type PublicEvent,
  rowAbout,
  type StoredDetails,
  withRow,
} from './fact-form.ts';
import { figure, word } from './wording.ts';

/** A record as the API shows it. */
type ShownRecord = Pick<StoredRecord, 'id' | 'type' | 'name' | 'value'> & { readonly ttl: number };

/** A change as the public event has it, however many records it is of. */
export interface ZoneChange {
  readonly revision: number;
  readonly added: number;
  readonly changed: number;
  readonly removed: number;
  /** Relative to the domain, at most as many as the contract allows. */
  readonly names: readonly string[];
}

export type RecordFact =
  | AboutDomain<'record.create' | 'record.delete', ShownRecord & { zone: ZoneChange }>
  | AboutDomain<'record.update', { before: ShownRecord; after: ShownRecord; zone: ZoneChange }>
  | AboutDomain<'records.change', ZoneChange>;

export const recordForms: FactForms<RecordFact> = withRow(recordRow, {
  'record.create': { text: (name, d) => `added ${recordText(d)} to ${name}`, event: dnsChanged },
  'record.update': {
    text: (name, d) => `changed ${changeText(part(d.before), part(d.after))} in ${name}`,
    event: dnsChanged,
  },
  'record.delete': {
    text: (name, d) => `deleted ${recordText(d)} from ${name}`,
    event: dnsChanged,
  },
  'records.change': {
    text: (name, d) => `changed the records of ${name}: ${countsText(d)}`,
    event: dnsChanged,
  },
});

export type UpdateRefusal = About<'zone', 'update.refused', { reason: string }>;

export const updateRefusalForms: FactForms<UpdateRefusal> = withRow(rowAbout('zone'), {
  'update.refused': {
    text: (zone, d) => `was refused a dynamic DNS update of ${zone}: ${word(d.reason)}`,
    event: 'internal',
  },
});

function recordRow(fact: RecordFact): FactRow {
  if (fact.kind === 'records.change') {
    const { kind, domain, names, ...details } = fact;
    return { subject: domain, details };
  }
  const { kind, domain, zone, ...details } = fact;
  return { subject: domain, details };
}

/** A change that left everything as it was is no event. */
function dnsChanged(fact: RecordFact): PublicEvent | null {
  const { revision, added, changed, removed, names } =
    fact.kind === 'records.change' ? fact : fact.zone;
  if (added + changed + removed === 0) return null;
  const data = { revision, added, changed, removed, names: [...names] };
  return { type: 'dns.changed', domain: fact.domain, data };
}

type StoredShownRecord = StoredDetails<ShownRecord>;

function part(value: unknown): StoredShownRecord {
  return typeof value === 'object' && value !== null ? value : {};
}

/** `2 added, 1 removed`. */
function countsText(details: StoredDetails<ZoneChange>): string {
  const parts = (['added', 'changed', 'removed'] as const)
    .filter((kind) => typeof details[kind] === 'number' && details[kind] > 0)
    .map((kind) => `${figure(details[kind])} ${kind}`);
  return parts.length === 0 ? 'nothing changed' : parts.join(', ');
}

/** A change of the TTL alone is said to be one. */
function changeText(before: StoredShownRecord, after: StoredShownRecord): string {
  const isTtlOnly =
    before.ttl !== after.ttl &&
    (['type', 'name', 'value'] as const).every((field) => before[field] === after[field]);
  return isTtlOnly
    ? `the TTL of ${recordText(after)} from ${word(before.ttl)} to ${word(after.ttl)} seconds`
    : `${recordText(before)} to ${recordText(after)}`;
}

/** `www A 192.0.2.1`; long values are truncated. */
function recordText(details: StoredShownRecord): string {
  const value = word(details.value);
  const shown = value.length > 60 ? `${value.slice(0, 60)}…` : value;
  return `${word(details.name)} ${word(details.type)} ${shown}`;
}
