/** What a client says about a record, judged by the record grammar. */
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

/** The value itself is kept exactly as it was sent; here it only has to make sense for its type. */
export function requireRecordValue(type: RecordType, value: string, origin: string): void {
  const parsed = parseRecordValue(type, value, { origin, toAscii: toAsciiName });
  if (!parsed.ok) throw invalidRequest({ path: 'value', message: parsed.message });
}
