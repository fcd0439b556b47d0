/** Converts records between the stored form and the wire form of UPDATE and zone files. */
import {
  canonicalRdata,
  compareBytes,
  DnsFormatError,
  type Name,
  type ResourceRecord,
} from '@hostmaster/dns';
import {
  aliasTypeCode,
  GrammarError,
  parseRecordName,
  parseRecordValue,
  placeProblem,
  type RecordData,
  type RecordValue,
  recordRdata,
  recordValueOf,
  type TypedRdata,
} from '@hostmaster/dns/records';
import { toAsciiName } from '../domains/host-labels.ts';
import type { StoredRecord } from '../storage/tables/records/records.ts';
import { octetText } from './octet-text.ts';

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

/**
 * The wire form of a stored record; null for TLS text that is not TLSA. ALIAS has the private type
 * that PowerDNS uses for its own, which every server can load in the form of RFC 3597.
 */
export function wireFormOf(zone: string, record: NewRecord): WireForm | null {
  const data = wireDataOf(zone, record);
  return data === null ? null : wireForm(data.typeCode, data.rdata);
}

/** The same without what comparing takes: names as they were written, and no key. */
export function wireDataOf(
  zone: string,
  record: Pick<NewRecord, 'type' | 'value'>,
): TypedRdata | null {
  const parsed = parseRecordValue(record.type, record.value, {
    origin: zone,
    toAscii: toAsciiName,
  });
  return parsed.ok ? wireDataIn(parsed.data) : null;
}

function wireDataIn(data: RecordData): TypedRdata | null {
  if (data.type === 'ALIAS') return { typeCode: aliasTypeCode, rdata: data.target.wire };
  return recordRdata(data);
}

export function wireForm(typeCode: number, rdata: Uint8Array): WireForm {
  const canonical = canonicalRdata(typeCode, rdata);
  return { typeCode, rdata: canonical, key: `${typeCode} ${octetText(canonical)}` };
}

/** The stored record that publishes this one. Refuses what the API would refuse. */
export function readWireRecord(zone: string, record: ResourceRecord): WireReading {
  const name = relativeName(zone, record.name);
  if (name === null) {
    return { ok: false, reason: `${record.name} is not a name a record can have` };
  }
  const { type: typeCode, ttlSeconds, rdata } = record;
  return readWireValue(zone, { name, typeCode, ttlSeconds, rdata });
}

/** The same for a relative name, `@` for the apex. */
export function readWireValue(
  zone: string,
  record: Pick<NewRecord, 'name' | 'ttlSeconds'> & Pick<WireForm, 'typeCode' | 'rdata'>,
): WireReading {
  const { name, typeCode, ttlSeconds, rdata } = record;
  const shown = readValue(typeCode, rdata);
  if (typeof shown === 'string') return { ok: false, reason: shown };
  const misplaced = placeProblem(shown.type, name);
  if (misplaced !== null) return { ok: false, reason: misplaced };
  const parsed = parseRecordValue(shown.type, shown.value, { origin: zone });
  if (!parsed.ok) return { ok: false, reason: parsed.message };
  const form = wireForm(typeCode, rdata);
  // The stored record must publish exactly the octets that were sent.
  const published = wireDataIn(parsed.data);
  if (published === null || !isForm(published, form)) {
    return { ok: false, reason: parsed.warning ?? `the value would be published differently` };
  }
  const { type, value } = shown;
  return { ok: true, record: { type, name, ttlSeconds, value }, form };
}

function isForm({ typeCode, rdata }: TypedRdata, form: WireForm): boolean {
  if (typeCode === form.typeCode && compareBytes(rdata, form.rdata) === 0) return true;
  return wireForm(typeCode, rdata).key === form.key;
}

/** The relative name, `@` for the apex; null for a name that no stored record can have. */
export function relativeName(zone: string, name: Name): string | null {
  const parsed = parseRecordName(String(name), { origin: zone });
  return parsed.ok ? parsed.name : null;
}

function readValue(typeCode: number, rdata: Uint8Array): RecordValue | string {
  try {
    return recordValueOf({ typeCode, rdata });
  } catch (error) {
    if (error instanceof DnsFormatError || error instanceof GrammarError) return error.message;
    throw error;
  }
}
