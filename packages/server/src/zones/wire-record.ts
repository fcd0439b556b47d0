/** Records between two forms: as the API stores them, and as they came by UPDATE or zone file. */
import {
  canonicalRdata,
  DnsFormatError,
  type Name,
  type ResourceRecord,
  typeName,
} from '@hostmaster/dns';
import {
  parseRecordName,
  parseRecordValue,
  type RecordType,
  recordRdata,
  recordValueOf,
} from '@hostmaster/dns/records';
import { toAsciiName } from '../domains/host-labels.ts';
import type { StoredRecord } from '../storage/tables/records.ts';

export type NewRecord = Omit<StoredRecord, 'id'>;

export interface WireForm {
  readonly typeCode: number;
  /** Canonical, so that equal data have equal bytes. */
  readonly rdata: Uint8Array;
  /** Equal for equal type and data. */
  readonly key: string;
}

export type WireReading =
  | { readonly ok: true; readonly record: NewRecord; readonly form: WireForm }
  | { readonly ok: false; readonly reason: string };

/** What a stored record is on the wire; null for ALIAS, and for TLS text that is not TLSA. */
export function wireFormOf(zone: string, record: NewRecord): WireForm | null {
  const parsed = parseRecordValue(record.type, record.value, {
    origin: zone,
    toAscii: toAsciiName,
  });
  const wire = parsed.ok ? recordRdata(parsed.data) : null;
  return wire === null ? null : wireForm(wire.typeCode, wire.rdata);
}

export function wireForm(typeCode: number, rdata: Uint8Array): WireForm {
  const canonical = canonicalRdata(typeCode, rdata);
  return {
    typeCode,
    rdata: canonical,
    key: `${typeCode} ${Buffer.from(canonical).toString('hex')}`,
  };
}

/** The record that would publish this one. It is refused where the API would refuse it. */
export function readWireRecord(zone: string, record: ResourceRecord): WireReading {
  const name = relativeName(zone, record.name);
  if (name === null) {
    return { ok: false, reason: `no record can stand at the name ${record.name}` };
  }
  const { type: typeCode, rdata } = record;
  const shown = readValue(typeCode, rdata);
  if (typeof shown === 'string') return { ok: false, reason: shown };
  const stored = { ...shown, name, ttlSeconds: record.ttlSeconds };
  const parsed = parseRecordValue(stored.type, stored.value, { origin: zone });
  if (!parsed.ok) return { ok: false, reason: parsed.message };
  const form = wireForm(typeCode, rdata);
  // What is stored must publish what was sent, to the octet.
  if (wireFormOf(zone, stored)?.key !== form.key) {
    return { ok: false, reason: parsed.warning ?? `the value would be published differently` };
  }
  return { ok: true, record: stored, form };
}

/** As records have it, `@` for the apex; null for a name that no record can have. */
export function relativeName(zone: string, name: Name): string | null {
  const parsed = parseRecordName(String(name), { origin: zone });
  return parsed.ok ? parsed.name : null;
}

function readValue(
  typeCode: number,
  rdata: Uint8Array,
): { readonly type: RecordType; readonly value: string } | string {
  try {
    return recordValueOf({ typeCode, rdata }) ?? `${typeName(typeCode)} records are not supported`;
  } catch (error) {
    if (error instanceof DnsFormatError) return error.message;
    throw error;
  }
}
