/** DELETE /v1/webhooks/{webhookId}. What is under way ends; its job finds no webhook and ends too. */
import { remove, removeAll } from '../../storage/row-write.ts';
import { webhookDeliveries } from '../../storage/tables/webhooks/webhook-deliveries.ts';
import { webhooks } from '../../storage/tables/webhooks/webhooks.ts';
import { changeOperation } from '../operation.ts';
import { loadForChange, webhookFact, webhookKey } from './own-webhook.ts';

export const deleteWebhook = changeOperation('deleteWebhook', {
  parse: (input) => input,

  keys: ({ webhookId }) => [webhookKey(webhookId)],
  commit: 'alone',

  load: (reader, call, { webhookId }) => loadForChange(reader, call, webhookId),

  decide(call, { webhookId }, webhook) {
    return {
      answer: { success: true },
      change: {
        rows: [removeAll(webhookDeliveries, { webhookId }), remove(webhooks, { id: webhookId })],
        facts: [webhookFact(call, 'webhook.delete', webhook)],
      },
    };
  },
});
