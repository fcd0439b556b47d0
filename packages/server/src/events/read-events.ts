/** A page of the stream of a workspace, as far as the actor may see it. */
import { type Event, limits } from '@hostmaster/contract';
import { Refusal } from '../base/errors.ts';
import { restAfter } from '../base/fairness/with-rest.ts';
import {
  findStream,
  listEventHeads,
  listEvents,
  listEventsBetween,
} from '../storage/queries/events/events.ts';
import type { HostmasterReader } from '../storage/schema.ts';
import type { StoredEvent } from '../storage/tables/events/events.ts';
import type { Actor } from '../workspaces/actor.ts';
import { type CursorParameter, cursorAfter, eventView, unknownCursor } from './event-view.ts';

/** A key that sees few domains must not make one request read a whole stream. */
const pagesScanned = 10;

/**
 * A page ends with the event that reaches this size. It holds 1,000 events of the usual size, and is read
 * and written in a few milliseconds.
 */
const eventPageBytes = 512 * 1024;

export interface EventPage {
  readonly events: readonly Event[];
  /** Where the next page starts, also when this one is empty. */
  readonly cursor: string;
  /** The number of the last event that was looked at. */
  readonly lastSeq: number;
  /** More events follow. */
  readonly hasMore: boolean;
}

/** `after` null: from the oldest event that is kept. */
export async function readEvents(
  reader: HostmasterReader,
  actor: Pick<Actor, 'workspaceId' | 'domainNames' | 'readsAll'>,
  page: {
    readonly after: number | 'latest' | null;
    readonly limit: number;
    readonly parameter?: CursorParameter;
  },
): Promise<EventPage> {
  const { workspaceId } = actor;
  const stream = await reader.first(findStream, { workspaceId });
  const { lastSeq = 0, firstSeq = 1 } = stream ?? {};
  const after = page.after === 'latest' ? lastSeq : (page.after ?? firstSeq - 1);
  if (after > lastSeq) throw unknownCursor(page.parameter ?? 'cursor');
  if (after < firstSeq - 1) throw cursorExpired();
  const seesAll = actor.domainNames === null && actor.readsAll;
  const place = { workspaceId, after, limit: page.limit };
  const found = seesAll ? await readAll(reader, place) : await readVisible(reader, actor, place);
  const { events, seen } = found;
  return {
    events: events.map(eventView),
    cursor: cursorAfter(seen),
    lastSeq: seen,
    hasMore: seen < lastSeq,
  };
}

interface Place {
  readonly workspaceId: string;
  readonly after: number;
  readonly limit: number;
}

interface FoundEvents {
  readonly events: readonly StoredEvent[];
  /** The number of the last event that was looked at. */
  readonly seen: number;
}

async function readAll(reader: HostmasterReader, place: Place): Promise<FoundEvents> {
  const events = await reader.all(listEvents, { ...place, bytes: eventPageBytes });
  return { events, seen: events.at(-1)?.seq ?? place.after };
}

/** Others get turns between the pages that are looked at. */
async function readVisible(
  reader: HostmasterReader,
  actor: Visitor,
  { workspaceId, after, limit }: Place,
): Promise<FoundEvents> {
  const scanned = limits.eventsPageMax;
  const events: StoredEvent[] = [];
  const room = { events: limit, bytes: eventPageBytes };
  let seen = after;
  for (let pages = 1; ; pages += 1) {
    const startedAt = performance.now();
    const heads = await reader.all(listEventHeads, { workspaceId, after: seen, limit: scanned });
    const { upTo = seen, domains, bytes } = chooseVisible(actor, heads, room);
    if (domains.length > 0) {
      const chosen = { workspaceId, after: seen, upTo, domains, limit: scanned };
      const found = await reader.all(listEventsBetween, chosen);
      const visible = found.filter((event) => isVisible(actor, event));
      events.push(...visible);
      room.events -= visible.length;
      if (visible.length > 0) room.bytes -= bytes;
    }
    seen = upTo;
    const isLast = heads.length < scanned && upTo === (heads.at(-1)?.seq ?? upTo);
    const isFull = room.events <= 0 || room.bytes <= 0;
    if (isLast || isFull || pages === pagesScanned) return { events, seen };
    await restAfter(performance.now() - startedAt);
  }
}

/** The events up to the one that fills a page. */
function chooseVisible(
  actor: Visitor,
  heads: readonly (Pick<StoredEvent, 'seq' | 'domain'> & { readonly size: number })[],
  room: { readonly events: number; readonly bytes: number },
): {
  /** Undefined where there are no events. */
  readonly upTo: number | undefined;
  readonly domains: readonly string[];
  readonly bytes: number;
} {
  const domains = new Set<string>();
  let [count, bytes] = [0, 0];
  let upTo = heads.at(-1)?.seq;
  for (const { seq, domain, size } of heads) {
    if (domain === null || !isOpenTo(actor, domain)) continue;
    domains.add(domain);
    count += 1;
    bytes += size;
    if (count < room.events && bytes < room.bytes) continue;
    upTo = seq;
    break;
  }
  return { upTo, domains: [...domains], bytes };
}

type Visitor = Pick<Actor, 'domainNames' | 'readsAll'>;

/**
 * A key for certain domains sees the events of these only, and one for DNS none of the workspace and none
 * that says what was paid.
 */
function isVisible(actor: Visitor, { domain, data }: Pick<StoredEvent, 'domain' | 'data'>) {
  if (!actor.readsAll && 'credits' in data) return false;
  return domain !== null && isOpenTo(actor, domain);
}

function isOpenTo({ domainNames }: Visitor, domain: string): boolean {
  return domainNames === null || domainNames.has(domain);
}

function cursorExpired(): Refusal {
  return new Refusal(
    'cursor_expired',
    'The events after this cursor are no longer kept. Read the current state, then start again without a cursor.',
  );
}
