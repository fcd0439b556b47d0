/** A page of the stream of a workspace, as far as the actor may see it. */
import { type Event, limits } from '@hostmaster/contract';
import { Refusal } from '../base/errors.ts';
import { findStream, listEvents } from '../storage/queries/events/events.ts';
import type { HostmasterReader } from '../storage/schema.ts';
import type { StoredEvent } from '../storage/tables/events/events.ts';
import type { Actor } from '../workspaces/actor.ts';
import { type CursorParameter, cursorAfter, eventView, unknownCursor } from './event-view.ts';

/** A key that sees few domains must not make one request read a whole stream. */
const pagesScanned = 10;

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
  const limit = seesAll ? page.limit : limits.eventsPageMax;
  const events: Event[] = [];
  let seen = after;
  for (let pages = 0; pages < pagesScanned && events.length < page.limit; pages += 1) {
    const found = await reader.all(listEvents, { workspaceId, after: seen, limit });
    for (const event of found) {
      if (events.length === page.limit) break;
      if (isVisible(actor, event)) events.push(eventView(event));
      seen = event.seq;
    }
    if (found.length < limit) break;
  }
  return { events, cursor: cursorAfter(seen), lastSeq: seen, hasMore: seen < lastSeq };
}

/**
 * A key for certain domains sees the events of these only, and one for DNS none of the workspace and none
 * that says what was paid.
 */
function isVisible(
  { domainNames, readsAll }: Pick<Actor, 'domainNames' | 'readsAll'>,
  { domain, data }: Pick<StoredEvent, 'domain' | 'data'>,
): boolean {
  if (!readsAll && 'credits' in data) return false;
  if (domain === null) return domainNames === null && readsAll;
  return domainNames === null || domainNames.has(domain);
}

function cursorExpired(): Refusal {
  return new Refusal(
    'cursor_expired',
    'The events after this cursor are no longer kept. Read the current state, then start again without a cursor.',
  );
}
