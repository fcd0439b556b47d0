/**
 * Applies IXFR differences to a copy of a zone. A difference that does not match the copy means
 * that the versions differ; the caller must then request a full transfer (RFC 1995, section 4).
 */
import { DnsFormatError } from '../errors.ts';
import type { ResourceRecord } from '../message.ts';
import { recordIdentity, recordKey, type ZoneDifference } from './difference.ts';

/** The zone after all differences, SOA first. Throws DnsFormatError when one does not fit. */
export function applyDifferences(
  records: Iterable<ResourceRecord>,
  differences: Iterable<ZoneDifference>,
): ResourceRecord[] {
  const zone = new Map<string, ResourceRecord>();
  for (const record of records) zone.set(recordIdentity(record), record);
  let soa: ResourceRecord | null = null;
  for (const difference of differences) {
    remove(zone, difference.oldSoa);
    for (const record of difference.removed) remove(zone, record);
    for (const record of difference.added) add(zone, record);
    add(zone, difference.newSoa);
    soa = difference.newSoa;
  }
  if (soa === null) return [...zone.values()];
  zone.delete(recordIdentity(soa));
  return [soa, ...zone.values()];
}

function remove(zone: Map<string, ResourceRecord>, record: ResourceRecord): void {
  const identity = recordIdentity(record);
  const held = zone.get(identity);
  if (held === undefined || recordKey(held) !== recordKey(record)) {
    throw new DnsFormatError(`a difference removes a record of ${record.name} that is not there`);
  }
  zone.delete(identity);
}

function add(zone: Map<string, ResourceRecord>, record: ResourceRecord): void {
  const identity = recordIdentity(record);
  if (zone.has(identity)) {
    throw new DnsFormatError(`a difference adds a record of ${record.name} that is there already`);
  }
  zone.set(identity, record);
}
