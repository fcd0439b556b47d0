/** GET /v1/events: a page of events; without any it waits for the next one, if asked to. */
import { limits } from '@hostmaster/contract';
import { invalidRequest } from '../../base/errors.ts';
import { type CursorParameter, parseCursor } from '../../events/event-view.ts';
import { type EventPage, readEvents } from '../../events/read-events.ts';
import type { HostmasterReader } from '../../storage/schema.ts';
import { requireActive } from '../../workspaces/suspension.ts';
import { type ReadCall, readOperation } from '../operation.ts';
import { parseWait } from '../wait-input.ts';

export const listEvents = readOperation('listEvents', async (reader, call, input) => {
  if (input.cursor !== undefined && input.after !== undefined) {
    throw invalidRequest({ path: 'cursor', message: 'cannot be combined with after' });
  }
  const parameter: CursorParameter = input.after === undefined ? 'cursor' : 'after';
  const after = parseAfter(input[parameter], parameter);
  const waitMs = parseWait(input.wait);
  const page = { after, parameter, limit: input.limit ?? limits.eventsPageDefault };
  const { events, cursor } =
    waitMs === 0
      ? await readEvents(reader, call.actor, page)
      : await waitForEvents(reader, call, { ...page, waitMs });
  return { events: [...events], cursor };
});

function parseAfter(
  text: string | undefined,
  parameter: CursorParameter,
): number | 'latest' | null {
  if (text === undefined) return null;
  return text === 'latest' ? text : parseCursor(text, parameter);
}

async function waitForEvents(
  reader: HostmasterReader,
  call: ReadCall,
  wanted: {
    readonly after: number | 'latest' | null;
    readonly parameter: CursorParameter;
    readonly limit: number;
    readonly waitMs: number;
  },
): Promise<EventPage> {
  const until = performance.now() + wanted.waitMs;
  const clientGone = call.clientGone?.();
  const place = call.services.waits.enter(call.actor.workspaceId);
  try {
    for (let { after } = wanted; ; ) {
      const page = await readEvents(reader, call.actor, { ...wanted, after });
      // After the page, which may have the event of the suspension.
      await requireActive(reader, call.actor.workspaceId);
      const leftMs = until - performance.now();
      const isOver = leftMs <= 0 || place.isOver || clientGone?.aborted === true;
      if (page.events.length > 0 || page.hasMore || isOver) return page;
      after = page.lastSeq;
      await place.next(leftMs, clientGone);
    }
  } finally {
    place.leave();
  }
}
