/** Sorting, filtering and changing lists of records. Pure. */
import { type RecordType, recordTypes, typeLabel } from '@hostmaster/dns/records';
import type { RecordDifference } from '../../domains/record-differences.tsx';
import type { DnsRecord, RecordInput } from './draft/record-draft.ts';

export interface RecordFilter {
  readonly text: string;
  readonly type: RecordType | 'all';
}

const collator = new Intl.Collator('en', { numeric: true });

/** The apex first, then by name, type and value. */
export function sortRecords(records: readonly DnsRecord[]): DnsRecord[] {
  return records.toSorted(
    (a, b) =>
      Number(b.name === '@') - Number(a.name === '@') ||
      collator.compare(a.name, b.name) ||
      compareTypes(a.type, b.type) ||
      collator.compare(a.value, b.value),
  );
}

/** Types with a name first, in the order of the alphabet. */
function compareTypes(a: RecordType, b: RecordType): number {
  const isNamed = (type: RecordType) => recordTypes.some((known) => known === type);
  return Number(isNamed(b)) - Number(isNamed(a)) || collator.compare(typeLabel(a), typeLabel(b));
}

/** Every word must occur in the full name, the type or the value. */
export function filterRecords(
  records: readonly DnsRecord[],
  filter: RecordFilter,
  domain: string,
): DnsRecord[] {
  const words = filter.text.toLowerCase().split(/\s+/).filter(Boolean);
  return records.filter((record) => {
    if (filter.type !== 'all' && record.type !== filter.type) return false;
    const text = `${fullName(record.name, domain)} ${record.name} ${typeLabel(record.type)} ${record.type} ${record.value}`;
    return words.every((word) => text.toLowerCase().includes(word));
  });
}

/** The TTL that is published: the lowest of all records of the name and type (RFC 2181). */
export function publishedTtls(records: readonly DnsRecord[]): ReadonlyMap<string, number> {
  const lowest = new Map<string, number>();
  const setOf = ({ name, type }: DnsRecord) => `${type} ${name}`;
  for (const record of records) {
    const known = lowest.get(setOf(record)) ?? record.ttl;
    lowest.set(setOf(record), Math.min(known, record.ttl));
  }
  return new Map(records.map((record) => [record.id, lowest.get(setOf(record)) ?? record.ttl]));
}

/** The number of records by type, in the order of types. */
export function countTypes(records: readonly DnsRecord[]): ReadonlyMap<RecordType, number> {
  const groups = [...Map.groupBy(records, ({ type }) => type)];
  return new Map(
    groups
      .map(([type, group]) => [type, group.length] as const)
      .toSorted(([a], [b]) => compareTypes(a, b)),
  );
}

export function fullName(name: string, domain: string): string {
  return name === '@' ? domain : `${name}.${domain}`;
}

/** What changed at a name between two lists. */
export function differencesAt(
  name: string,
  before: readonly DnsRecord[],
  after: readonly DnsRecord[],
): readonly RecordDifference[] {
  const old = new Map(before.map((record) => [record.id, record]));
  const current = new Map(after.map((record) => [record.id, record]));
  const isThere = (record: DnsRecord | undefined) => record?.name === name;
  return [...new Set([...old.keys(), ...current.keys()])].flatMap((id): RecordDifference[] => {
    const [was, is] = [old.get(id), current.get(id)];
    if (!isThere(was) && !isThere(is)) return [];
    if (was === undefined) return is === undefined ? [] : [{ kind: 'added', after: is }];
    if (is === undefined) return [{ kind: 'removed', before: was }];
    return sameRecord(was, is) ? [] : [{ kind: 'changed', before: was, after: is }];
  });
}

export function sameRecord(a: RecordInput, b: RecordInput): boolean {
  return a.type === b.type && a.name === b.name && a.ttl === b.ttl && a.value === b.value;
}

/** The changed fields from `before` to `after`; null when nothing differs. */
export function changesBetween(
  before: RecordInput,
  after: RecordInput,
): Partial<RecordInput> | null {
  if (sameRecord(before, after)) return null;
  const { type, name, ttl, value } = after;
  const isOther = type !== before.type || value !== before.value;
  return {
    ...(name === before.name ? {} : { name }),
    ...(ttl === before.ttl ? {} : { ttl }),
    // Value and type are sent together: a value depends on its type.
    ...(isOther ? { type, value } : {}),
  };
}

export function withRecord(records: readonly DnsRecord[], record: DnsRecord): DnsRecord[] {
  return records.some(({ id }) => id === record.id)
    ? records.map((one) => (one.id === record.id ? record : one))
    : [...records, record];
}

export function withoutRecord(records: readonly DnsRecord[], id: string): DnsRecord[] {
  return records.filter((record) => record.id !== id);
}

const labelLengthMax = 60;

/** Names one record for screen readers: several may have the same name and type. */
export function describeRecord(
  { type, name, value }: Pick<DnsRecord, 'type' | 'name' | 'value'>,
  origin: string,
): string {
  const shown = value.length > labelLengthMax ? `${value.slice(0, labelLengthMax)}…` : value;
  return `${typeLabel(type)} record of ${fullName(name, origin)}: ${shown}`;
}
