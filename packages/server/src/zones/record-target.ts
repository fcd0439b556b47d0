/** ALIAS and CNAME records, which decide what the other records of their name publish, and their targets. */
import type { Name } from '@hostmaster/dns';
import { parseRecordValue } from '@hostmaster/dns/records';
import { toAsciiName } from '../domains/host-labels.ts';
import type { StoredRecord } from '../storage/tables/records/records.ts';

export function isRedirection({ type }: Pick<StoredRecord, 'type'>): boolean {
  return type === 'CNAME' || type === 'ALIAS';
}

/** Null for other types, and for stored values that the grammar no longer accepts. */
export function recordTarget(zone: string, record: StoredRecord): Name | null {
  if (!isRedirection(record)) return null;
  const parsed = parseRecordValue(record.type, record.value, {
    origin: zone,
    toAscii: toAsciiName,
  });
  if (!parsed.ok) return null;
  const { data } = parsed;
  return data.type === 'ALIAS' || data.type === 'CNAME' ? data.target : null;
}
