/**
 * What changed between two versions of a zone, and how IXFR puts it in order (RFC 1995, section 4).
 */
import { toHex } from '../bytes.ts';
import type { ResourceRecord } from '../message.ts';
import { canonicalRdata } from '../rdata/name-layout.ts';

export interface ZoneDifference {
  /** The SOA of the older version. */
  readonly oldSoa: ResourceRecord;
  readonly removed: readonly ResourceRecord[];
  /** The SOA of the newer version. */
  readonly newSoa: ResourceRecord;
  readonly added: readonly ResourceRecord[];
}

/** AXFR: everything between two copies of the SOA (RFC 5936, section 2.2). */
export function* axfrRecords(
  soa: ResourceRecord,
  records: Iterable<ResourceRecord>,
): Generator<ResourceRecord> {
  yield soa;
  yield* records;
  yield soa;
}

/** IXFR: differences, oldest first, between two copies of the newest SOA. */
export function* ixfrRecords(
  soa: ResourceRecord,
  differences: Iterable<ZoneDifference>,
): Generator<ResourceRecord> {
  yield soa;
  for (const difference of differences) {
    yield difference.oldSoa;
    yield* difference.removed;
    yield difference.newSoa;
    yield* difference.added;
  }
  yield soa;
}

/**
 * One difference with the effect of all (RFC 1995, section 5): what was removed and came back, or
 * came and went again, is left out. Null for an empty list.
 */
export function condenseDifferences(differences: readonly ZoneDifference[]): ZoneDifference | null {
  const first = differences[0];
  const last = differences.at(-1);
  if (first === undefined || last === undefined) return null;
  const removed = new Map<string, ResourceRecord>();
  const added = new Map<string, ResourceRecord>();
  for (const difference of differences) {
    for (const record of difference.removed) {
      const key = recordKey(record);
      if (!added.delete(key)) removed.set(key, record);
    }
    for (const record of difference.added) {
      const key = recordKey(record);
      if (!removed.delete(key)) added.set(key, record);
    }
  }
  return {
    oldSoa: first.oldSoa,
    removed: [...removed.values()],
    newSoa: last.newSoa,
    added: [...added.values()],
  };
}

/** Equal for records that are the same in every respect, TTL included. */
export function recordKey(record: ResourceRecord): string {
  return `${record.ttlSeconds} ${recordIdentity(record)}`;
}

/** Equal for records that RFC 2136 and RFC 2181 count as one: TTL aside. */
export function recordIdentity(record: ResourceRecord): string {
  const rdata = toHex(canonicalRdata(record.type, record.rdata));
  return `${record.class} ${record.type} ${rdata} ${record.name.key}`;
}
