/**
 * Reads a zone as it was at a revision, and how two revisions differ, in pages (docs/adr/0020). The pages
 * are read one by one, each from the store as it is then; what changed after the revision is undone.
 * Undoing a change that a page does not have yet alters nothing, so no snapshot has to be held.
 */
import { Pace } from '../base/fairness/pace.ts';
import { findZoneRevision } from '../storage/queries/zones/zone-revisions.ts';
import type { HostmasterReader } from '../storage/schema.ts';
import type { StoredRecord } from '../storage/tables/records/records.ts';
import type { RecordAlteration } from '../storage/tables/zones/zone-revisions.ts';
import { byId, type KeyRange, type ZoneOrder } from '../zone-data/zone-order.ts';
import type { RevisionRange } from './alterations.ts';
import { ChangedRecords } from './changed-records.ts';

export interface ZoneAt {
  readonly domainId: string;
  readonly revision: number;
  /** Reading ends when the client has gone. */
  readonly clientGone?: AbortSignal | undefined;
  readonly order?: ZoneOrder;
  /** How much memory the changes after the revision may take. */
  readonly bytesMax?: number;
}

/** The records of a zone at a revision, all records of a key on one page. */
export async function* zonePages(
  reader: HostmasterReader,
  { order = byId, ...zone }: ZoneAt,
): AsyncGenerator<readonly StoredRecord[]> {
  const { domainId, revision, clientGone } = zone;
  const pace = new Pace();
  let changed: ChangedRecords | null = null;
  for (let after: string | null = ''; after !== null; ) {
    clientGone?.throwIfAborted();
    const page = await order.page(reader, { domainId, after });
    const last = page.records.at(-1);
    const range: KeyRange = { after, upTo: page.isLast || !last ? null : order.keyOf(last) };
    const newest = (await reader.first(findZoneRevision, { domainId }))?.zone.zoneRevision ?? 0;
    if (newest <= revision) {
      yield page.records;
      after = range.upTo;
    } else {
      if (changed === null || changed.upTo === after) {
        changed = new ChangedRecords(reader, { ...zone, order }, after);
      }
      changed.advance(after);
      await changed.extend(newest);
      const part = await undone(reader, { order, changed, range, records: page.records });
      yield part.records;
      after = part.upTo;
    }
    await pace.step();
  }
}

/** How records changed after one revision up to a later one, each listed once, in creation order. */
export async function* differencePages(
  reader: HostmasterReader,
  { domainId, after: revision, upTo }: RevisionRange,
  options: Pick<ZoneAt, 'clientGone' | 'bytesMax'> = {},
): AsyncGenerator<readonly RecordAlteration[]> {
  for (let after: string | null = ''; after !== null; ) {
    const zone = { ...options, domainId, revision, order: byId, keepsAfter: true };
    const changed: ChangedRecords = new ChangedRecords(reader, zone, after);
    await changed.extend(upTo);
    yield [...changed.byId]
      .sort(([a], [b]) => (a < b ? -1 : 1))
      .map(([, each]) => [each.before, each.after] as const)
      .filter(([before, last]) => !isSameRecord(before, last));
    after = changed.upTo;
  }
}

export function isSameRecord(a: StoredRecord | null, b: StoredRecord | null): boolean {
  if (a === null || b === null) return a === b;
  return (
    a.id === b.id &&
    a.type === b.type &&
    a.name === b.name &&
    a.ttlSeconds === b.ttlSeconds &&
    a.value === b.value
  );
}

/** The records of a page as they were, up to where both the page and the changes are known. */
async function undone(
  reader: HostmasterReader,
  page: {
    readonly order: ZoneOrder;
    readonly changed: ChangedRecords;
    readonly range: KeyRange;
    readonly records: readonly StoredRecord[];
  },
): Promise<{ readonly records: readonly StoredRecord[]; readonly upTo: string | null }> {
  const { order, changed, range } = page;
  const upTo = await nearerEnd(reader, page);
  const candidates = [
    ...page.records.filter(({ id }) => !changed.byId.has(id)),
    ...[...changed.byId.values()].flatMap(({ before }) => before ?? []),
  ];
  const byKey = Map.groupBy(candidates, order.keyOf);
  const keys = await order.within(reader, new Set(byKey.keys()), { after: range.after, upTo });
  return { records: keys.flatMap((key) => byKey.get(key) ?? []), upTo };
}

async function nearerEnd(
  reader: HostmasterReader,
  {
    order,
    changed,
    range,
  }: { readonly order: ZoneOrder; readonly changed: ChangedRecords; readonly range: KeyRange },
): Promise<string | null> {
  if (changed.upTo === null) return range.upTo;
  if (range.upTo === null) return changed.upTo;
  const ends = new Set([range.upTo, changed.upTo]);
  const [nearer = null] = await order.within(reader, ends, { after: range.after, upTo: null });
  return nearer;
}
