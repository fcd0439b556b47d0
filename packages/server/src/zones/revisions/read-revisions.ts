/** Earlier versions of a zone, and how two of them differ. */
import { Pace } from '../../base/pace.ts';
import { listRecords } from '../../storage/queries/records/records.ts';
import { pageAlterations } from '../../storage/queries/zones/zone-revisions.ts';
import type { HostmasterReader } from '../../storage/schema.ts';
import type { StoredRecord } from '../../storage/tables/records/records.ts';
import type { RecordAlteration } from '../../storage/tables/zones/zone-revisions.ts';

const revisionsPerPage = 200;

/**
 * Records, in creation order, as they were at a revision: today's without what changed since. Undoing
 * a change that the list does not have yet alters nothing, so the reads need no snapshot.
 */
export async function readZoneAt(
  reader: HostmasterReader,
  { domainId, revision }: { readonly domainId: string; readonly revision: number },
): Promise<StoredRecord[]> {
  const records = new Map(
    (await reader.all(listRecords, { domainId })).map((record) => [record.id, record]),
  );
  const since = { domainId, after: revision, upTo: newest };
  for (const [before, after] of await readDifference(reader, since)) {
    if (after !== null) records.delete(after.id);
    if (before !== null) records.set(before.id, before);
  }
  return [...records.values()].sort((a, b) => (a.id < b.id ? -1 : 1));
}

/** How records changed after one revision up to a later one, each listed once. */
export async function readDifference(
  reader: HostmasterReader,
  wanted: { readonly domainId: string; readonly after: number; readonly upTo: number },
): Promise<RecordAlteration[]> {
  const changed = new Map<string, RecordAlteration>();
  const pace = new Pace();
  let { after } = wanted;
  for (;;) {
    const page = await reader.all(pageAlterations, { ...wanted, after, limit: revisionsPerPage });
    for (const { revision, changes } of page) {
      after = revision;
      for (const alteration of changes) {
        await pace.step();
        join(changed, alteration);
      }
    }
    if (page.length < revisionsPerPage) break;
  }
  return [...changed.values()].filter(([before, last]) => !isSameRecord(before, last));
}

function join(changed: Map<string, RecordAlteration>, [before, after]: RecordAlteration): void {
  const id = before?.id ?? after?.id ?? '';
  const earlier = changed.get(id);
  changed.set(id, [earlier === undefined ? before : earlier[0], after]);
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

/** Above every revision. */
const newest = 2 ** 31 - 1;
