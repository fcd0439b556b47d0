/** The delivery of one event to one webhook. One that exists is begun again under its own id. */
import { newId } from '../base/ids.ts';
import { insert, type RowWrite, update } from '../storage/row-write.ts';
import {
  type WebhookDelivery,
  webhookDeliveries,
} from '../storage/tables/webhooks/webhook-deliveries.ts';

export function startDelivery(
  event: Pick<
    WebhookDelivery,
    'webhookId' | 'eventId' | 'eventType' | 'seq' | 'testEvent' | 'prompt'
  >,
  existing: WebhookDelivery | undefined,
): { readonly delivery: WebhookDelivery; readonly row: RowWrite } {
  const begun = { prompt: event.prompt, state: 'pending', attempts: 0, nextAt: 0 } as const;
  if (existing !== undefined) {
    const row = update(webhookDeliveries, { id: existing.id }, begun);
    return { delivery: { ...existing, ...begun }, row };
  }
  const delivery = {
    ...event,
    ...begun,
    id: newId('dlv'),
    attemptedAt: null,
    durationMs: null,
    url: null,
    status: null,
    answer: null,
    problem: null,
  };
  return { delivery, row: insert(webhookDeliveries, delivery) };
}
