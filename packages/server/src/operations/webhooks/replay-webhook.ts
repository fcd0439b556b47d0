/**
 * POST /v1/webhooks/{webhookId}/replay. One event is sent again at once; all since a moment are sent
 * again in their order, because the webhook goes back to that place in the stream.
 */
import { invalidRequest, Refusal } from '../../base/errors.ts';
import { newId } from '../../base/ids.ts';
import { parseEventId } from '../../events/event-view.ts';
import { findEvent, findStream } from '../../storage/queries/events.ts';
import { startDelivery } from '../../storage/queries/webhook-deliveries.ts';
import { setPosition } from '../../storage/queries/webhooks.ts';
import type { HostmasterTx } from '../../storage/schema.ts';
import type { Webhook } from '../../storage/tables/webhooks.ts';
import { startDeliveries } from '../../webhooks/webhook-jobs.ts';
import { applyOperation } from '../operation.ts';
import { loadForChange, recordWebhookFact, requireActive } from './own-webhook.ts';

export const replayWebhook = applyOperation('replayWebhook', {
  parse(input) {
    const { webhookId, eventId, since } = input;
    if (since !== undefined && eventId !== undefined) {
      throw invalidRequest({ path: 'since', message: 'cannot be combined with eventId' });
    }
    return { webhookId, eventId, sinceAt: since === undefined ? 0 : parseMoment(since) };
  },

  async apply(tx, call, { webhookId, eventId, sinceAt }) {
    const webhook = await loadForChange(tx, call, webhookId);
    requireActive(webhook);
    if (eventId === undefined) await goBack(tx, webhook, sinceAt);
    else await sendAgain(tx, webhook, eventId);
    await startDeliveries(tx, webhook);
    recordWebhookFact(tx, call, { kind: 'webhook.replayed', webhook });
    return { success: true };
  },
});

const momentForm = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}(?:\.\d{1,9})?(?:Z|[+-]\d{2}:\d{2})$/;

function parseMoment(text: string): number {
  const at = momentForm.test(text) ? Date.parse(text) : Number.NaN;
  if (!Number.isNaN(at)) return at;
  const message = 'must be a time such as 2027-01-31T12:00:00.000Z';
  throw invalidRequest({ path: 'since', message });
}

async function sendAgain(tx: HostmasterTx, webhook: Webhook, eventId: string): Promise<void> {
  const { id: webhookId, workspaceId } = webhook;
  const wanted = parseEventId(eventId);
  const event =
    wanted === null ? undefined : await tx.first(findEvent, { workspaceId, seq: wanted.seq });
  if (event === undefined || event.idBase !== wanted?.idBase) {
    throw new Refusal('event_not_found', 'No such event in this workspace, or no longer kept.');
  }
  await tx.run(startDelivery, {
    id: newId('dlv'),
    webhookId,
    eventId,
    eventType: event.type,
    seq: event.seq,
    testEvent: null,
    prompt: true,
  });
}

/** Numbers have no gaps and times rise with them, so a binary search finds the place. */
async function goBack(tx: HostmasterTx, webhook: Webhook, sinceAt: number): Promise<void> {
  const { id, workspaceId, position } = webhook;
  const { lastSeq = 0, firstSeq = 1 } = (await tx.first(findStream, { workspaceId })) ?? {};
  let [low, high] = [firstSeq, lastSeq + 1];
  while (low < high) {
    const middle = Math.floor((low + high) / 2);
    const event = await tx.first(findEvent, { workspaceId, seq: middle });
    if (event !== undefined && event.at >= sinceAt) high = middle;
    else low = middle + 1;
  }
  if (low - 1 < position) await tx.run(setPosition, { id, position: low - 1 });
}
