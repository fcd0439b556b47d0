/**
 * What has changed since the index of a workspace was written, from its events and the history of its
 * zones: records that were added or changed, and domains that something happened to.
 */
import { Refusal } from '../base/errors.ts';
import { withRest } from '../base/fairness/with-rest.ts';
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
/** Events are read in pieces, each of which ends with the event that reaches this size. */
const pieceBytes = 128 * 1024;

/** Null when events or revisions that are needed are no longer kept. */
export async function readChanges(
  reader: HostmasterReader,
  workspaceId: string,
  { after, limit }: { readonly after: number; readonly limit: number },
): Promise<RecentChanges | null> {
  const stream = await reader.first(findStream, { workspaceId });
  const { lastSeq = 0, firstSeq = 1 } = stream ?? {};
  if (after < firstSeq - 1) return null;
  const events = after < lastSeq ? await readPassed(reader, workspaceId, { after, limit }) : [];
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

/** An event without its data, but for the revision of a zone that it is about. */
interface PassedEvent {
  readonly seq: number;
  readonly domain: string | null;
  readonly revision: number | null;
}

/** At least one. */
async function readPassed(
  reader: HostmasterReader,
  workspaceId: string,
  { after, limit }: { readonly after: number; readonly limit: number },
): Promise<readonly PassedEvent[]> {
  const events: PassedEvent[] = [];
  let records = 0;
  while (events.length < limit) {
    const place = { after: events.at(-1)?.seq ?? after, limit: limit - events.length };
    const piece = await withRest(() =>
      reader.all(listEvents, { workspaceId, ...place, bytes: pieceBytes }),
    );
    if (piece.length === 0) break;
    for (const event of piece) {
      records += recordsOf(event);
      if (events.length > 0 && records > recordsMax) return events;
      events.push(passed(event));
    }
  }
  return events;
}

function passed({ seq, type, domain, data }: StoredEvent): PassedEvent {
  return { seq, domain, revision: type === 'dns.changed' ? Number(data.revision) : null };
}

function recordsOf({ type, data }: StoredEvent): number {
  return type === 'dns.changed' ? Number(data.added) + Number(data.changed) : 0;
}

/** The revisions of each name, from the first to the last one that the events name. */
function revisionsOf(
  events: readonly PassedEvent[],
): ReadonlyMap<string, { readonly after: number; readonly upTo: number }> {
  const ranges = new Map<string, { after: number; upTo: number }>();
  for (const { domain, revision } of events) {
    if (revision === null || domain === null) continue;
    const range = ranges.get(domain);
    if (range === undefined) ranges.set(domain, { after: revision - 1, upTo: revision });
    else range.upTo = Math.max(range.upTo, revision);
  }
  return ranges;
}
