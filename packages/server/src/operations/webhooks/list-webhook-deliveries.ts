/** GET /v1/webhooks/{webhookId}/deliveries, newest first. */
import { type Event, limits } from '@hostmaster/contract';
import { timeOfId } from '../../base/ids.ts';
import { isoTime, isoTimeOrNull } from '../../base/iso-time.ts';
import { eventView } from '../../events/event-view.ts';
import { findEvent } from '../../storage/queries/events/events.ts';
import { listDeliveries } from '../../storage/queries/webhooks/webhook-deliveries.ts';
import type { HostmasterReader } from '../../storage/schema.ts';
import type { WebhookDelivery } from '../../storage/tables/webhooks/webhook-deliveries.ts';
import { readOperation } from '../operation.ts';
import { nextCursor, pageStart } from '../page-cursor.ts';
import { loadWebhook } from './own-webhook.ts';

/** Sorts behind every id. */
const newest = '~';

export const listWebhookDeliveries = readOperation(
  'listWebhookDeliveries',
  async (reader, call, input) => {
    const { workspaceId } = await loadWebhook(reader, call, input.webhookId);
    const limit = input.limit ?? limits.deliveriesPageDefault;
    const found = await reader.all(listDeliveries, {
      webhookId: input.webhookId,
      before: pageStart(input) ?? newest,
      limit,
    });
    const deliveries = await Promise.all(
      found.map(async (delivery) => view(delivery, await eventOf(reader, workspaceId, delivery))),
    );
    return { deliveries, cursor: nextCursor(found, limit, ({ id }) => id) };
  },
);

async function eventOf(
  reader: HostmasterReader,
  workspaceId: string,
  { seq, testEvent }: WebhookDelivery,
): Promise<Event | null> {
  if (seq === null) return testEvent as Event | null;
  const event = await reader.first(findEvent, { workspaceId, seq });
  return event === undefined ? null : eventView(event);
}

function view(delivery: WebhookDelivery, event: Event | null) {
  const { id, eventId, eventType, state, attempts, attemptedAt, url, status } = delivery;
  const isWaiting = state === 'pending' && delivery.nextAt > 0;
  return {
    id,
    eventId,
    type: eventType,
    state,
    attempts,
    createdAt: isoTime(timeOfId(id)),
    attemptedAt: isoTimeOrNull(attemptedAt),
    nextAttemptAt: isWaiting ? isoTime(delivery.nextAt) : null,
    request:
      url === null || attemptedAt === null
        ? null
        : {
            url,
            headers: {
              'webhook-id': eventId,
              'webhook-timestamp': String(Math.floor(attemptedAt / 1_000)),
            },
            body: event,
          },
    answer: status === null ? null : { status, body: delivery.answer ?? '' },
    durationMs: delivery.durationMs,
    problem: delivery.problem,
  };
}
