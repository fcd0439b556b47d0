/**
 * POST /v1/webhooks/{webhookId}/replay. One event is sent again at once; all since a moment are sent
 * again in their order, because the webhook goes back to that place in the stream.
 */
import { invalidRequest, Refusal } from '../../base/errors.ts';
import { parseEventId } from '../../events/event-view.ts';
import { findEvent, findStream } from '../../storage/queries/events/events.ts';
import { listDeliveriesOf } from '../../storage/queries/webhooks/webhook-deliveries.ts';
import { type RowWrite, update } from '../../storage/row-write.ts';
import type { HostmasterReader } from '../../storage/schema.ts';
import type { StoredEvent } from '../../storage/tables/events/events.ts';
import type { WebhookDelivery } from '../../storage/tables/webhooks/webhook-deliveries.ts';
import { type Webhook, webhooks } from '../../storage/tables/webhooks/webhooks.ts';
import { startDelivery } from '../../webhooks/start-delivery.ts';
import { startDeliveries } from '../../webhooks/webhook-jobs.ts';
import { changeOperation } from '../operation.ts';
import { loadForChange, requireActive, webhookFact, webhookKey } from './own-webhook.ts';

export const replayWebhook = changeOperation('replayWebhook', {
  parse(input) {
    const { webhookId, eventId, since } = input;
    if (since !== undefined && eventId !== undefined) {
      throw invalidRequest({ path: 'since', message: 'cannot be combined with eventId' });
    }
    return { webhookId, eventId, sinceAt: since === undefined ? 0 : parseMoment(since) };
  },

  keys: ({ webhookId }) => [webhookKey(webhookId)],
  commit: 'alone',

  async load(reader, call, { webhookId, eventId, sinceAt }) {
    const webhook = await loadForChange(reader, call, webhookId);
    return eventId === undefined
      ? { webhook, seqBefore: await findSeqBefore(reader, webhook, sinceAt) }
      : { webhook, repeated: await loadEvent(reader, webhook, eventId) };
  },

  decide(call, _, { webhook, seqBefore, repeated }) {
    requireActive(webhook);
    const rows = repeated === undefined ? goBack(webhook, seqBefore) : sendAgain(webhook, repeated);
    return {
      answer: { success: true },
      change: {
        rows,
        jobs: [startDeliveries(webhook)],
        facts: [webhookFact(call, 'webhook.replayed', webhook)],
      },
    };
  },
});

const momentForm = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}(?:\.\d{1,9})?(?:Z|[+-]\d{2}:\d{2})$/;

function parseMoment(text: string): number {
  const at = momentForm.test(text) ? Date.parse(text) : Number.NaN;
  if (!Number.isNaN(at)) return at;
  const message = 'must be a time such as 2027-01-31T12:00:00.000Z';
  throw invalidRequest({ path: 'since', message });
}

interface RepeatedEvent {
  /** Undefined when it is unknown or no longer kept. */
  readonly event: StoredEvent | undefined;
  readonly eventId: string;
  readonly delivery: WebhookDelivery | undefined;
}

async function loadEvent(
  reader: HostmasterReader,
  { id: webhookId, workspaceId }: Webhook,
  eventId: string,
): Promise<RepeatedEvent> {
  const wanted = parseEventId(eventId);
  if (wanted === null) return { event: undefined, eventId, delivery: undefined };
  const [found, [delivery]] = await Promise.all([
    reader.first(findEvent, { workspaceId, seq: wanted.seq }),
    reader.all(listDeliveriesOf, { webhookId, eventIds: [eventId] }),
  ]);
  const event = found?.idBase === wanted.idBase ? found : undefined;
  return { event, eventId, delivery };
}

function sendAgain({ id: webhookId }: Webhook, repeated: RepeatedEvent): readonly RowWrite[] {
  const { event, eventId, delivery } = repeated;
  if (event === undefined) {
    throw new Refusal('event_not_found', 'No such event in this workspace, or no longer kept.');
  }
  const { type: eventType, seq } = event;
  const again = { webhookId, eventId, eventType, seq, testEvent: null, prompt: true };
  return [startDelivery(again, delivery).row];
}

/**
 * The number of the last event before a moment. Numbers have no gaps and times rise with them, so a
 * binary search finds the place.
 */
async function findSeqBefore(
  reader: HostmasterReader,
  { workspaceId }: Webhook,
  sinceAt: number,
): Promise<number> {
  const { lastSeq = 0, firstSeq = 1 } = (await reader.first(findStream, { workspaceId })) ?? {};
  let [low, high] = [firstSeq, lastSeq + 1];
  while (low < high) {
    const middle = Math.floor((low + high) / 2);
    const event = await reader.first(findEvent, { workspaceId, seq: middle });
    if (event !== undefined && event.at >= sinceAt) high = middle;
    else low = middle + 1;
  }
  return low - 1;
}

function goBack({ id, position }: Webhook, seqBefore = position): readonly RowWrite[] {
  return seqBefore < position ? [update(webhooks, { id }, { position: seqBefore })] : [];
}
