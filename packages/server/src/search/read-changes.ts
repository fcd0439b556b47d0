/**
 * What has changed since the index of a workspace was written, from its events and the history of its
 * zones: records that were added or changed, and domains that something happened to.
 */
import { Refusal } from '../base/errors.ts';
import { alterationsIn } from '../revisions/alterations.ts';
import { findStream, listEvents } from '../storage/queries/events/events.ts';
import { findDocumentDomains } from '../storage/queries/search/search-index.ts';
import type { HostmasterReader } from '../storage/schema.ts';
import type { StoredEvent } from '../storage/tables/events/events.ts';

export interface RecentChanges {
  /** The number of the last event that was read. */
  readonly seq: number;
  /** Events that were left out. */
  readonly behind: number;
  /** Ids of domains and records. */
  readonly keys: ReadonlySet<string>;
}

/** One event may have more: a batch has 1,000 edits. */
const recordsMax = 1_000;

/** Null when events or revisions that are needed are no longer kept. */
export async function readChanges(
  reader: HostmasterReader,
  workspaceId: string,
  { after, limit }: { readonly after: number; readonly limit: number },
): Promise<RecentChanges | null> {
  const stream = await reader.first(findStream, { workspaceId });
  const { lastSeq = 0, firstSeq = 1 } = stream ?? {};
  if (after < firstSeq - 1) return null;
  const found = after < lastSeq ? await reader.all(listEvents, { workspaceId, after, limit }) : [];
  const events = withinBound(found);
  const seq = events.at(-1)?.seq ?? after;
  const names = [...new Set(events.flatMap(({ domain }) => domain ?? []))];
  const domains =
    names.length === 0 ? [] : await reader.all(findDocumentDomains, { workspaceId, names });
  const keys = new Set(domains.map(({ id }) => id));
  const revisions = revisionsOf(events);
  try {
    await Promise.all(
      domains.map(async ({ id: domainId, name }) => {
        const range = revisions.get(name);
        if (range === undefined) return;
        for await (const alterations of alterationsIn(reader, { domainId, ...range })) {
          for (const [, record] of alterations) if (record !== null) keys.add(record.id);
        }
      }),
    );
  } catch (error) {
    if (error instanceof Refusal && error.code === 'revision_not_found') return null;
    throw error;
  }
  return { seq, behind: Math.max(0, lastSeq - seq), keys };
}

/** At least one. */
function withinBound(events: readonly StoredEvent[]): readonly StoredEvent[] {
  let records = 0;
  const end = events.findIndex((event, index) => {
    records += recordsOf(event);
    return index > 0 && records > recordsMax;
  });
  return end === -1 ? events : events.slice(0, end);
}

function recordsOf({ type, data }: StoredEvent): number {
  return type === 'dns.changed' ? Number(data.added) + Number(data.changed) : 0;
}

/** The revisions of each name, from the first to the last one that the events name. */
function revisionsOf(
  events: readonly StoredEvent[],
): ReadonlyMap<string, { readonly after: number; readonly upTo: number }> {
  const ranges = new Map<string, { after: number; upTo: number }>();
  for (const { type, domain, data } of events) {
    if (type !== 'dns.changed' || domain === null) continue;
    const revision = Number(data.revision);
    const range = ranges.get(domain);
    if (range === undefined) ranges.set(domain, { after: revision - 1, upTo: revision });
    else range.upTo = Math.max(range.upTo, revision);
  }
  return ranges;
}
