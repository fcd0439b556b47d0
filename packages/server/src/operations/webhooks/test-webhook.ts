/** POST /v1/webhooks/{webhookId}/test. The test event goes to this webhook only, and at once. */
import { newId } from '../../base/ids.ts';
import { isoTime } from '../../base/iso-time.ts';
import { startDelivery } from '../../storage/queries/webhook-deliveries.ts';
import { startDeliveries } from '../../webhooks/webhook-jobs.ts';
import { applyOperation } from '../operation.ts';
import { loadForChange, recordWebhookFact, requireActive } from './own-webhook.ts';

export const testWebhook = applyOperation('testWebhook', {
  parse: (input) => input,

  async apply(tx, call, { webhookId }) {
    const webhook = await loadForChange(tx, call, webhookId);
    requireActive(webhook);
    const { kind, id } = call.actor;
    const eventId = newId('evt');
    const type = 'webhook.test';
    const data = { actor: { kind, id }, webhookId };
    await tx.run(startDelivery, {
      id: newId('dlv'),
      webhookId,
      eventId,
      eventType: type,
      seq: null,
      testEvent: { id: eventId, type, at: isoTime(call.now), domain: null, data },
      prompt: true,
    });
    await startDeliveries(tx, webhook);
    recordWebhookFact(tx, call, { kind: 'webhook.tested', webhook });
    return { eventId };
  },
});
