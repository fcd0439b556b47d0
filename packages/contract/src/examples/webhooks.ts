import type { webhookEndpoints } from '../endpoints/webhooks.ts';
import { event, registeredAt, webhook, webhookId, webhookSecret } from '../example-objects.ts';
import type { Examples } from './shape.ts';

export const webhookExamples: Examples<typeof webhookEndpoints> = {
  listWebhooks: {
    params: {},
    response: { webhooks: [{ ...webhook, types: [...webhook.types] }], cursor: null },
  },
  createWebhook: {
    params: {},
    body: { url: webhook.url, types: [...webhook.types] },
    response: { webhook: { ...webhook, types: [...webhook.types] }, secret: webhookSecret },
  },
  getWebhook: {
    params: { webhookId },
    response: { webhook: { ...webhook, types: [...webhook.types] } },
  },
  updateWebhook: {
    params: { webhookId },
    body: { state: 'paused' },
    response: { webhook: { ...webhook, types: [...webhook.types], state: 'paused' } },
  },
  deleteWebhook: { params: { webhookId }, response: { success: true } },
  testWebhook: {
    params: { webhookId },
    response: { eventId: 'evt_01kgb2q4x3h8m6n5p7r9t2v4w5' },
  },
  rotateWebhookSecret: { params: { webhookId }, response: { secret: webhookSecret } },
  listWebhookDeliveries: {
    params: { webhookId },
    response: {
      deliveries: [
        {
          id: 'dlv_01kgb2q4x3h8m6n5p7r9t2v4w5',
          eventId: event.id,
          type: event.type,
          state: 'delivered',
          attempts: 1,
          createdAt: registeredAt,
          attemptedAt: registeredAt,
          nextAttemptAt: null,
          request: {
            url: webhook.url,
            headers: { 'webhook-id': event.id, 'webhook-timestamp': '1801396800' },
            body: event,
          },
          answer: { status: 200, body: 'ok' },
          durationMs: 87,
          problem: null,
        },
      ],
      cursor: null,
    },
  },
  replayWebhook: {
    params: { webhookId },
    body: { since: registeredAt },
    response: { success: true },
  },
};
