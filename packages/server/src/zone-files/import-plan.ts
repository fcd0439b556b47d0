/**
 * Plans the import of a zone file: which records it would add, change and remove. Pure, so that the
 * command and the dashboard show the same plan. In merge mode no record is removed; in mirror mode
 * records missing from the file are.
 */
import {
  Name,
  readZoneFile,
  rrTypes,
  typeName,
  type UnreadableRecord,
  type ZoneFileRecord,
} from '@hostmaster/dns';
import { parseRecordValue, type RecordType } from '@hostmaster/dns/records';
import { recordTarget } from '../flattening/record-target.ts';
import type { StoredRecord } from '../storage/tables/records.ts';
import { type NewRecord, readWireRecord, relativeName, wireFormOf } from '../zones/wire-record.ts';
import { aliasTypeCode, readAlias } from './alias-type.ts';

export interface PlannedRecord {
  readonly name: string;
  readonly type: RecordType;
  readonly ttl: number;
  readonly value: string;
}

export interface Place {
  readonly line: number;
  readonly column: number;
}

export interface ImportPlan {
  readonly added: readonly (PlannedRecord & { readonly line: number })[];
  readonly changed: readonly {
    readonly id: string;
    readonly line: number;
    readonly before: PlannedRecord;
    readonly after: PlannedRecord;
  }[];
  /** Only in mirror mode. */
  readonly removed: readonly (PlannedRecord & { readonly id: string })[];
  readonly unchanged: number;
  /** Lines that cannot be imported. The other lines still are. */
  readonly refused: readonly (Place & { readonly record: string; readonly reason: string })[];
  /** Lines that are ignored or adjusted, and why. */
  readonly notes: readonly { readonly line: number; readonly note: string }[];
}

export interface ImportInput {
  readonly zone: string;
  readonly text: string;
  readonly records: readonly StoredRecord[];
  readonly mode: 'merge' | 'mirror';
  readonly ttl: { readonly min: number; readonly max: number; readonly default: number };
}

interface Wanted {
  readonly record: NewRecord;
  readonly line: number;
}

interface Reading {
  /** By owner, type and data. */
  readonly wanted: Map<string, Wanted>;
  readonly refused: ImportPlan['refused'][number][];
  readonly notes: ImportPlan['notes'][number][];
}

/** Throws ZoneFileError, with line and column, when the file cannot be parsed. */
export function planImport(input: ImportInput): ImportPlan {
  const { zone, mode } = input;
  const { wanted, refused, notes } = readFile(input);
  const identities = new Map(input.records.map((record) => [record, identityOf(zone, record)]));
  const held = Map.groupBy(input.records, (record) => identities.get(record) ?? record.id);
  const unwanted = input.records.filter((record) => {
    const identity = identities.get(record);
    return identity != null && !wanted.has(identity);
  });
  const spare = Map.groupBy(unwanted, singleKey);
  const added: ImportPlan['added'][number][] = [];
  const changed: ImportPlan['changed'][number][] = [];
  const replaced = new Set<StoredRecord>();
  let unchanged = 0;
  for (const [identity, { record, line }] of wanted) {
    const same = held.get(identity) ?? [];
    const old =
      same.length > 0 || !isSingle(record) ? undefined : spare.get(singleKey(record))?.shift();
    if (old !== undefined) {
      replaced.add(old);
      changed.push({ id: old.id, line, before: shown(old), after: shown(record) });
    } else if (same.length === 0) added.push({ ...shown(record), line });
    for (const before of same) {
      const after = { ...before, ttlSeconds: record.ttlSeconds };
      if (before.ttlSeconds === after.ttlSeconds) unchanged += 1;
      else changed.push({ id: before.id, line, before: shown(before), after: shown(after) });
    }
  }
  const removed = mode === 'merge' ? [] : unwanted.filter((record) => !replaced.has(record));
  return {
    added,
    changed,
    removed: removed.map((record) => ({ id: record.id, ...shown(record) })),
    unchanged,
    refused,
    notes,
  };
}

function readFile(input: ImportInput): Reading {
  const { zone, ttl } = input;
  const origin = Name.parse(zone);
  const wanted: Reading['wanted'] = new Map();
  const refused: Reading['refused'] = [];
  const notes: Reading['notes'] = [];
  const refuse = ({ name, type, line, column }: UnreadableRecord, reason: string) =>
    refused.push({ line, column, record: `${name} ${typeName(type)}`, reason });
  const entries = readZoneFile(input.text, {
    origin,
    defaultTtlSeconds: ttl.default,
    onUnreadable: (record) => refuse(record, `${typeName(record.type)} records are not supported`),
  });
  for (const entry of entries) {
    const { line } = entry;
    const skipped = noteOnApex(entry, origin);
    if (skipped !== null) {
      notes.push({ line, note: skipped });
      continue;
    }
    const record = readRecord(zone, entry);
    if (typeof record === 'string') {
      refuse(entry, record);
      continue;
    }
    const ttlSeconds = Math.min(Math.max(record.ttlSeconds, ttl.min), ttl.max);
    if (ttlSeconds !== record.ttlSeconds) {
      notes.push({ line, note: `TTL ${record.ttlSeconds} becomes ${ttlSeconds}` });
    }
    const identity = identityOf(zone, record) ?? '';
    const earlier = wanted.get(identity);
    if (earlier !== undefined) notes.push({ line, note: `repeats line ${earlier.line}` });
    else wanted.set(identity, { record: { ...record, ttlSeconds }, line });
  }
  return { wanted, refused, notes };
}

/** Why a line at the apex is ignored; null when it is not. */
function noteOnApex({ name, type }: ZoneFileRecord, origin: Name): string | null {
  if (!name.equals(origin)) return null;
  if (type === rrTypes.SOA) return 'SOA ignored: it is generated';
  if (type !== rrTypes.NS) return null;
  return "NS of the domain itself ignored: set the domain's nameservers instead";
}

/** The record, or the reason why it cannot be imported. */
function readRecord(zone: string, record: ZoneFileRecord): NewRecord | string {
  if (!record.name.isAtOrBelow(Name.parse(zone))) return `it is outside ${zone}`;
  if (record.type !== aliasTypeCode) {
    const reading = readWireRecord(zone, record);
    return reading.ok ? reading.record : reading.reason;
  }
  const owner = relativeName(zone, record.name);
  const alias = owner === null ? null : readAlias(record, owner);
  if (alias === null) return 'its data is not a host name';
  const parsed = parseRecordValue('ALIAS', alias.value, { origin: zone });
  return parsed.ok ? alias : parsed.message;
}

/** Equal for records of one owner that publish the same; null for records no zone file can hold. */
function identityOf(zone: string, record: NewRecord): string | null {
  if (record.type === 'NS' && record.name === '@') return null;
  if (record.type === 'ALIAS') {
    const target = recordTarget(zone, { id: '', ...record });
    return target === null ? null : `${record.name} ALIAS ${target.toHostname()}`;
  }
  const form = wireFormOf(zone, record);
  return form === null ? null : `${record.name} ${form.key}`;
}

/** A name has one CNAME or ALIAS: another one in the file replaces it. */
function isSingle({ type }: NewRecord): boolean {
  return type === 'CNAME' || type === 'ALIAS';
}

function singleKey({ name, type }: NewRecord): string {
  return `${name} ${type}`;
}

function shown({ name, type, ttlSeconds: ttl, value }: NewRecord): PlannedRecord {
  return { name, type, ttl, value };
}
