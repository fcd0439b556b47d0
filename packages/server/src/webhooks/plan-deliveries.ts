/** Which deliveries of a webhook are due, by what was loaded under its lock. */
import { eventId } from '../events/event-view.ts';
import { findStream, listEventHeads } from '../storage/queries/events/events.ts';
import { listDeliveriesOf, listPending } from '../storage/queries/webhooks/webhook-deliveries.ts';
import { type RowWrite, update } from '../storage/row-write.ts';
import type { HostmasterReader } from '../storage/schema.ts';
import type { StoredEvent } from '../storage/tables/events/events.ts';
import type { WebhookDelivery } from '../storage/tables/webhooks/webhook-deliveries.ts';
import { type Webhook, webhooks } from '../storage/tables/webhooks/webhooks.ts';
import { startDelivery } from './start-delivery.ts';

/** Deliveries of one webhook that have a row and are not done. */
const pendingMax = 100;
/** Requests to a webhook at once, if it takes events in any order. */
const atOnceMax = 8;
/** Events looked at in one change. */
const scannedMax = 500;

type EventHead = Pick<StoredEvent, 'seq' | 'idBase' | 'type'>;

export interface DeliveryPlan {
  readonly due: readonly WebhookDelivery[];
  /** When the next one is due; 0 when there are more events to look at, null when nothing is left. */
  readonly nextAt: number | null;
}

/** What a plan depends on; the webhook is locked. */
export interface DeliveryBacklog {
  /** Those that have a row and are not done: tests and single repetitions first, then by number. */
  readonly pending: readonly WebhookDelivery[];
  readonly stream: { readonly lastSeq: number; readonly firstSeq: number };
  /** Events after the webhook's position. */
  readonly events: readonly EventHead[];
  /** Deliveries that these events have already, by the id of the event. */
  readonly existing: ReadonlyMap<string, WebhookDelivery>;
}

/** `endingCount` is the number of pending deliveries that this change may end. */
export async function loadBacklog(
  reader: HostmasterReader,
  webhook: Webhook,
  endingCount: number,
): Promise<DeliveryBacklog> {
  const { id: webhookId, workspaceId } = webhook;
  const [pending, { lastSeq = 0, firstSeq = 1 } = {}] = await Promise.all([
    reader.all(listPending, { webhookId, limit: pendingMax + endingCount }),
    reader.first(findStream, { workspaceId }),
  ]);
  // After a long pause the oldest events may be gone.
  const after = Math.max(webhook.position, firstSeq - 1);
  const events =
    after >= lastSeq
      ? []
      : await reader.all(listEventHeads, { workspaceId, after, limit: scannedMax });
  const eventIds = events.filter((event) => isWanted(webhook, event)).map(eventId);
  const known =
    eventIds.length === 0 ? [] : await reader.all(listDeliveriesOf, { webhookId, eventIds });
  return {
    pending,
    stream: { lastSeq, firstSeq },
    events,
    existing: new Map(known.map((delivery) => [delivery.eventId, delivery])),
  };
}

export function planDeliveries(
  webhook: Webhook,
  backlog: DeliveryBacklog,
  now: number,
): { readonly plan: DeliveryPlan; readonly rows: readonly RowWrite[] } {
  const known = backlog.pending.slice(0, pendingMax);
  const { added, hasMore, rows } = takeEvents(webhook, backlog, pendingMax - known.length);
  const addedIds = new Set(added.map(({ id }) => id));
  const pending = [...known.filter(({ id }) => !addedIds.has(id)), ...added];
  const prompt = pending.filter((delivery) => delivery.prompt);
  const others = pending
    .filter((delivery) => !delivery.prompt)
    .sort((a, b) => (a.seq ?? 0) - (b.seq ?? 0));
  const candidates = [...prompt, ...(webhook.ordered ? others.slice(0, 1) : others)];
  const due = candidates.filter(({ nextAt }) => nextAt <= now).slice(0, atOnceMax);
  if (candidates.length === 0) return { plan: { due, nextAt: hasMore ? 0 : null }, rows };
  return { plan: { due, nextAt: Math.min(...candidates.map(({ nextAt }) => nextAt)) }, rows };
}

/** Gives events after the position their deliveries. */
function takeEvents(
  webhook: Webhook,
  { stream: { lastSeq, firstSeq }, events, existing }: DeliveryBacklog,
  room: number,
): {
  readonly added: readonly WebhookDelivery[];
  readonly hasMore: boolean;
  readonly rows: readonly RowWrite[];
} {
  const { id: webhookId } = webhook;
  let position = Math.max(webhook.position, firstSeq - 1);
  if (room === 0 || position >= lastSeq) {
    return { added: [], hasMore: position < lastSeq, rows: [] };
  }
  const added: WebhookDelivery[] = [];
  const rows: RowWrite[] = [];
  for (const event of events) {
    if (added.length === room) break;
    position = event.seq;
    if (!isWanted(webhook, event)) continue;
    const id = eventId(event);
    const { type: eventType, seq } = event;
    const wanted = { webhookId, eventId: id, eventType, seq, testEvent: null, prompt: false };
    const { delivery, row } = startDelivery(wanted, existing.get(id));
    added.push(delivery);
    rows.push(row);
  }
  if (position !== webhook.position) rows.push(update(webhooks, { id: webhookId }, { position }));
  return { added, hasMore: position < lastSeq, rows };
}

function isWanted({ types }: Webhook, { type }: EventHead): boolean {
  return types === null || types.includes(type);
}
