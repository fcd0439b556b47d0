/** Validates the fields of a record with the record grammar. */
import { limits } from '@hostmaster/contract';
import { parseRecordName, parseRecordValue, type RecordType } from '@hostmaster/dns/records';
import { invalidRequest } from '../base/errors.ts';
import { toAsciiName } from '../domains/host-labels.ts';

export function clampTtl(ttlSeconds: number): number {
  return Math.min(Math.max(ttlSeconds, limits.ttlSecondsMin), limits.ttlSecondsMax);
}

/** The relative owner name, `@` for the apex. */
export function requireRecordName(name: string, origin: string): string {
  const parsed = parseRecordName(name, { origin, toAscii: toAsciiName });
  if (!parsed.ok) throw invalidRequest({ path: 'name', message: parsed.message });
  return parsed.name;
}

/** Checks the value against the grammar of its type; it is stored exactly as sent. */
export function requireRecordValue(type: RecordType, value: string, origin: string): void {
  const parsed = parseRecordValue(type, value, { origin, toAscii: toAsciiName });
  if (!parsed.ok) throw invalidRequest({ path: 'value', message: parsed.message });
}
