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

export interface PlanInput {
  readonly zone: string;
  /** Those of the zone, in pages. */
  readonly pages: AsyncIterable<readonly StoredRecord[]> | Iterable<readonly StoredRecord[]>;
  readonly mode: 'merge' | 'mirror';
  /** The changes that a plan may have; absent: any number. */
  readonly changesMax?: number;
}

export class PlanTooLarge extends Error {
  override readonly name = 'PlanTooLarge';

  constructor(count: number, max: number) {
    super(`The file makes ${count} changes; at most ${max} are made at once. Split it.`);
  }
}

/** Throws InvalidZoneFile when a line cannot be parsed. */
export async function planImport(input: PlanInput & ZoneFileInput): Promise<ImportPlan> {
  return planReading(input, await readImportFile(input, dashboardLimits.planItemsMax));
}

/** Holds only those records of the zone that the plan may name. */
export async function planReading(
  input: PlanInput,
  { wanted, refused, notes }: ZoneFileReading,
): Promise<ImportPlan> {
  const { mode, changesMax = Number.POSITIVE_INFINITY } = input;
  const pace = new Pace();
  const { held, spare, unwanted, unwantedCount } = await sortRecords(input, wanted, pace);
  const added: ImportPlan['added'][number][] = [];
  const changed: ImportPlan['changed'][number][] = [];
  const replaced = new Set<StoredRecord>();
  let unchanged = 0;
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
  const removedCount = mode === 'merge' ? 0 : unwantedCount - replaced.size;
  const changes = added.length + changed.length + removedCount;
  if (changes > changesMax) throw new PlanTooLarge(changes, changesMax);
  const removed: ImportPlan['removed'][number][] = [];
  for (const record of unwanted) {
    await pace.step();
    if (!replaced.has(record)) removed.push({ id: record.id, ...shown(record) });
  }
  return {
    added,
    changed,
    removed,
    unchanged,
    refused: { first: refused.first, count: refused.count },
    notes: { first: notes.first, count: notes.count },
  };
}

interface SortedRecords {
  /** Those that the file has, too, by what identifies them. */
  readonly held: ReadonlyMap<string, readonly StoredRecord[]>;
  /** Those that the file replaces where it has another one at their name. */
  readonly spare: ReadonlyMap<string, StoredRecord[]>;
  /** Those that the file lacks, in mirror mode: as many as a plan can remove. */
  readonly unwanted: readonly StoredRecord[];
  readonly unwantedCount: number;
}

async function sortRecords(
  { zone, pages, mode, changesMax = Number.POSITIVE_INFINITY }: PlanInput,
  wanted: ZoneFileReading['wanted'],
  pace: Pace,
): Promise<SortedRecords> {
  const held = new Map<string, StoredRecord[]>();
  const spare = new Map<string, StoredRecord[]>();
  const unwanted: StoredRecord[] = [];
  let unwantedCount = 0;
  const unwantedMax = mode === 'merge' ? 0 : changesMax + wanted.size;
  const singles = new Set<string>();
  for (const { record } of wanted.values()) {
    await pace.step();
    if (isSingle(record)) singles.add(singleKey(record));
  }
  for await (const page of pages) {
    for (const record of page) {
      await pace.step();
      const identity = identityOf(zone, record);
      // No zone file can hold it.
      if (identity === null) continue;
      if (wanted.has(identity)) pushTo(held, identity, record);
      else {
        const key = singleKey(record);
        if (singles.has(key)) pushTo(spare, key, record);
        unwantedCount += 1;
        if (unwantedCount <= unwantedMax) unwanted.push(record);
      }
    }
  }
  return { held, spare, unwanted, unwantedCount };
}

function pushTo<T>(lists: Map<string, T[]>, key: string, item: T): void {
  const list = lists.get(key);
  if (list === undefined) lists.set(key, [item]);
  else list.push(item);
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
