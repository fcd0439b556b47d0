/**
 * Limits the size of record sets. A set must fit into one message (RFC 2181, section 5). A larger
 * one could not be answered, and secondaries that cannot store it refuse the zone and all later
 * changes.
 */
import type { StoredRecord } from '../storage/tables/records/records.ts';
import { octetText } from './octet-text.ts';

/** A candidate for a set, and the stored record it comes from. */
export interface Candidate {
  readonly type: number;
  readonly rdata: Uint8Array;
  readonly ttlSeconds: number;
  readonly stored: StoredRecord;
}

/** A message has at most 65,535 octets; the rest is for question, CNAME chain, EDNS and TSIG. */
export const setBytesMax = 60_000;
/** Per record in an answer: compressed name, type, class, TTL and length. */
const recordBytes = 12;

export function bytesOf({ rdata }: Pick<Candidate, 'rdata'>): number {
  return recordBytes + rdata.length;
}

/** The oldest records of each type win, so a new record never displaces a published one. */
export function fittingSets(candidates: readonly Candidate[]): {
  readonly fitting: readonly Candidate[];
  readonly left: readonly Candidate[];
} {
  let bytes = 0;
  for (const candidate of candidates) bytes += bytesOf(candidate);
  if (bytes <= setBytesMax) return { fitting: candidates, left: [] };
  const sets = new Map<number, { bytes: number; readonly values: Set<string> }>();
  const fitting: Candidate[] = [];
  const left: Candidate[] = [];
  for (const candidate of [...candidates].sort(byAge)) {
    const { type, rdata } = candidate;
    const set = sets.get(type) ?? { bytes: 0, values: new Set<string>() };
    sets.set(type, set);
    const value = octetText(rdata);
    const added = set.values.has(value) ? 0 : bytesOf(candidate);
    if (set.bytes + added > setBytesMax) {
      left.push(candidate);
      continue;
    }
    set.bytes += added;
    set.values.add(value);
    fitting.push(candidate);
  }
  return { fitting, left };
}

/** Ids are ordered by time. */
export function byAge(a: Candidate, b: Candidate): number {
  return a.stored.id < b.stored.id ? -1 : Number(a.stored.id > b.stored.id);
}
