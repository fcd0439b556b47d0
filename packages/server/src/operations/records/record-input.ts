/** Validates the fields of a record with the record grammar. */
import { limits } from '@hostmaster/contract';
import { DnsFormatError } from '@hostmaster/dns';
import {
  GrammarError,
  namedRecord,
  parseRecordName,
  parseRecordValue,
  placeProblem,
  type RecordType,
  typeProblem,
} from '@hostmaster/dns/records';
import { type FieldProblem, invalidRequest } from '../../base/errors.ts';
import { toAsciiName } from '../../domains/host-labels.ts';

export interface RecordFields {
  readonly type: RecordType;
  readonly value: string;
  /** Relative, `@` for the apex. Absent: the type may stand at any name. */
  readonly name?: string;
}

export type RecordReading<R> =
  | { readonly ok: true; readonly record: R }
  | { readonly ok: false; readonly problem: FieldProblem };

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

/** The record as it is stored, or throws. */
export function requireRecord<R extends RecordFields>(record: R, origin: string): R {
  const reading = readRecord(record, origin);
  if (!reading.ok) throw invalidRequest(reading.problem);
  return reading.record;
}

/**
 * Checks type, value and place. The record is stored exactly as sent, except that a type that is
 * written by number gets its name, if it has one here.
 */
export function readRecord<R extends RecordFields>(record: R, origin: string): RecordReading<R> {
  const refuse = (path: keyof RecordFields, message: string) =>
    ({ ok: false, problem: { path, message } }) as const;
  const unknown = typeProblem(record.type);
  if (unknown !== null) return refuse('type', unknown);
  const named = underName(record);
  if (typeof named === 'string') return refuse('value', named);
  const parsed = parseRecordValue(named.type, named.value, { origin, toAscii: toAsciiName });
  if (!parsed.ok) return refuse('value', parsed.message);
  const { name } = named;
  const misplaced = name === undefined ? null : placeProblem(named.type, name);
  return misplaced === null ? { ok: true, record: named } : refuse('name', misplaced);
}

/** The record, or why its octets are not a value of its type. */
function underName<R extends RecordFields>(record: R): R | string {
  try {
    return { ...record, ...namedRecord({ type: record.type, value: record.value }) };
  } catch (error) {
    if (error instanceof GrammarError || error instanceof DnsFormatError) return error.message;
    throw error;
  }
}
