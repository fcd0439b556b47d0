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
  const parsed = readRecordName(name, origin);
  if (!parsed.ok) throw invalidRequest({ path: 'name', message: parsed.message });
  return parsed.name;
}

export function readRecordName(name: string, origin: string) {
  return parseRecordName(name, { origin, toAscii: toAsciiName });
}

/** Checks the value against the grammar of its type; it is stored exactly as sent. */
export function requireRecordValue(type: RecordType, value: string, origin: string): void {
  const message = recordValueProblem(type, value, origin);
  if (message !== null) throw invalidRequest({ path: 'value', message });
}

/** Null when the value is valid. */
export function recordValueProblem(type: RecordType, value: string, origin: string): string | null {
  const parsed = parseRecordValue(type, value, { origin, toAscii: toAsciiName });
  return parsed.ok ? null : parsed.message;
}
