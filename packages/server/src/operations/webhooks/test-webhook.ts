/** POST /v1/webhooks/{webhookId}/test. The test event goes to this webhook only, and at once. */
import { newId } from '../../base/ids.ts';
import { isoTime } from '../../base/iso-time.ts';
import { startDelivery } from '../../webhooks/start-delivery.ts';
import { startDeliveries } from '../../webhooks/webhook-jobs.ts';
import { changeOperation } from '../operation.ts';
import { loadForChange, requireActive, webhookFact, webhookKey } from './own-webhook.ts';

export const testWebhook = changeOperation('testWebhook', {
  parse: (input) => input,

  keys: ({ webhookId }) => [webhookKey(webhookId)],
  commit: 'shared',

  load: (reader, call, { webhookId }) => loadForChange(reader, call, webhookId),

  decide(call, { webhookId }, webhook) {
    requireActive(webhook);
    const { kind, id } = call.actor;
    const eventId = newId('evt');
    const type = 'webhook.test';
    const data = { actor: { kind, id }, webhookId };
    const testEvent = { id: eventId, type, at: isoTime(call.now), domain: null, data };
    const event = { webhookId, eventId, eventType: type, seq: null, testEvent, prompt: true };
    return {
      answer: { eventId },
      change: {
        rows: [startDelivery(event, undefined).row],
        jobs: [startDeliveries(webhook)],
        facts: [webhookFact(call, 'webhook.tested', webhook)],
      },
    };
  },
});
