/** Which deliveries of a webhook are due, inside the transaction that holds its lock. */

import { newId } from '../base/ids.ts';
import { eventId } from '../events/event-view.ts';
import { findStream, listEvents } from '../storage/queries/events.ts';
import { listPending, startDelivery } from '../storage/queries/webhook-deliveries.ts';
import { setPosition } from '../storage/queries/webhooks.ts';
import { command } from '../storage/query.ts';
import type { HostmasterTx } from '../storage/schema.ts';
import type { WebhookDelivery } from '../storage/tables/webhook-deliveries.ts';
import type { Webhook } from '../storage/tables/webhooks.ts';

/** Deliveries of one webhook that have a row and are not done. */
const pendingMax = 100;
/** Requests to a webhook at once, if it takes events in any order. */
const atOnceMax = 8;
/** Events looked at in one transaction. */
const scannedMax = 500;

export interface DeliveryPlan {
  readonly due: readonly WebhookDelivery[];
  /** When the next one is due; 0 when there are more events to look at, null when nothing is left. */
  readonly nextAt: number | null;
}

export async function planDeliveries(
  tx: HostmasterTx,
  webhook: Webhook,
  now: number,
): Promise<DeliveryPlan> {
  const known = await tx.all(listPending, { webhookId: webhook.id, limit: pendingMax });
  const { added, hasMore } = await takeEvents(tx, webhook, pendingMax - known.length);
  const pending =
    added === 0 ? known : await tx.all(listPending, { webhookId: webhook.id, limit: pendingMax });
  const prompt = pending.filter((delivery) => delivery.prompt);
  const others = pending.filter((delivery) => !delivery.prompt);
  const candidates = [...prompt, ...(webhook.ordered ? others.slice(0, 1) : others)];
  const due = candidates.filter(({ nextAt }) => nextAt <= now).slice(0, atOnceMax);
  if (candidates.length === 0) return { due, nextAt: hasMore ? 0 : null };
  return { due, nextAt: Math.min(...candidates.map(({ nextAt }) => nextAt)) };
}

/** Gives events after the position their deliveries. */
async function takeEvents(
  tx: HostmasterTx,
  webhook: Webhook,
  room: number,
): Promise<{ added: number; hasMore: boolean }> {
  const { id: webhookId, workspaceId, types } = webhook;
  const { lastSeq = 0, firstSeq = 1 } = (await tx.first(findStream, { workspaceId })) ?? {};
  // After a long pause the oldest events may be gone.
  let position = Math.max(webhook.position, firstSeq - 1);
  if (room === 0 || position >= lastSeq) return { added: 0, hasMore: position < lastSeq };
  const found = await tx.all(listEvents, { workspaceId, after: position, limit: scannedMax });
  const commands = [];
  for (const event of found) {
    if (commands.length === room) break;
    position = event.seq;
    if (types !== null && !types.includes(event.type)) continue;
    commands.push(
      command(startDelivery, {
        id: newId('dlv'),
        webhookId,
        eventId: eventId(event),
        eventType: event.type,
        seq: event.seq,
        testEvent: null,
        prompt: false,
      }),
    );
  }
  if (position !== webhook.position) {
    await tx.batch([...commands, command(setPosition, { id: webhookId, position })]);
  }
  return { added: commands.length, hasMore: position < lastSeq };
}
