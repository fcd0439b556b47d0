/**
 * Plans the import of a zone file: which records it would add, change and remove. The command and
 * the dashboard show the same plan. In merge mode no record is removed; in mirror mode records
 * missing from the file are.
 */
import { dashboardLimits } from '@hostmaster/contract/dashboard';
import type { RecordType } from '@hostmaster/dns/records';
import { Pace } from '../base/fairness/pace.ts';
import type { StoredRecord } from '../storage/tables/records/records.ts';
import type { LineNote } from './import-notes.ts';
import {
  type CountedList,
  identityOf,
  type RefusedLine,
  readImportFile,
  type ZoneFileInput,
  type ZoneFileReading,
} from './read-import-file.ts';
import type { NewRecord } from './wire-record.ts';

export interface PlannedRecord {
  readonly name: string;
  readonly type: RecordType;
  readonly ttl: number;
  readonly value: string;
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
  readonly refused: CountedList<RefusedLine>;
  /** Lines that are ignored or adjusted, and why. */
  readonly notes: CountedList<LineNote>;
}

export interface ImportInput extends ZoneFileInput {
  readonly records: readonly StoredRecord[];
  readonly mode: 'merge' | 'mirror';
}

/** Throws InvalidZoneFile when a line cannot be parsed. */
export async function planImport(input: ImportInput): Promise<ImportPlan> {
  return planReading(input, await readImportFile(input, dashboardLimits.planItemsMax));
}

export async function planReading(
  input: Pick<ImportInput, 'zone' | 'records' | 'mode'>,
  { wanted, refused, notes }: ZoneFileReading,
): Promise<ImportPlan> {
  const { zone, mode } = input;
  const identities = await identitiesOf(zone, input.records);
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
  const pace = new Pace();
  for (const [identity, { record, line }] of wanted) {
    await pace.step();
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
    refused: { first: refused.first, count: refused.count },
    notes: { first: notes.first, count: notes.count },
  };
}

/** Null for records that no zone file can hold. */
async function identitiesOf(
  zone: string,
  records: readonly StoredRecord[],
): Promise<Map<StoredRecord, string | null>> {
  const identities = new Map<StoredRecord, string | null>();
  const pace = new Pace();
  for (const record of records) {
    await pace.step();
    identities.set(record, identityOf(zone, record));
  }
  return identities;
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
