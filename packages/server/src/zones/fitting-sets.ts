/**
 * A set travels in one message or not at all (RFC 2181, section 5): one that is too large would be
 * answered to nobody, and secondaries that cannot hold it refuse the whole zone, so that no later
 * change reaches them either.
 */
import type { StoredRecord } from '../storage/tables/records.ts';

/** One candidate for a set, and the record that it comes from. */
export interface Candidate {
  readonly type: number;
  readonly rdata: Uint8Array;
  readonly ttlSeconds: number;
  readonly stored: StoredRecord;
}

/** A message has 65,535; the rest is for question, chain, EDNS and signature. */
export const setBytesMax = 60_000;
/** In an answer: a pointer to the name, type, class, TTL and length. */
const recordBytes = 12;

/** Of each type what fits, the oldest records first: one more must not push out what was published. */
export function fittingSets(candidates: readonly Candidate[]): {
  readonly fitting: readonly Candidate[];
  readonly left: readonly Candidate[];
} {
  let bytes = 0;
  for (const { rdata } of candidates) bytes += recordBytes + rdata.length;
  if (bytes <= setBytesMax) return { fitting: candidates, left: [] };
  const sets = new Map<number, { bytes: number; readonly values: Set<string> }>();
  const fitting: Candidate[] = [];
  const left: Candidate[] = [];
  for (const candidate of [...candidates].sort(byAge)) {
    const { type, rdata } = candidate;
    const set = sets.get(type) ?? { bytes: 0, values: new Set<string>() };
    sets.set(type, set);
    const value = Buffer.from(rdata).toString('latin1');
    const added = set.values.has(value) ? 0 : recordBytes + rdata.length;
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

/** Ids rise with time. */
function byAge(a: Candidate, b: Candidate): number {
  return a.stored.id < b.stored.id ? -1 : Number(a.stored.id > b.stored.id);
}
