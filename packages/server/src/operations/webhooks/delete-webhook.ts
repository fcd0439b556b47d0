/** DELETE /v1/webhooks/{webhookId}. What is under way ends; its job finds no webhook and ends too. */
import { deleteDeliveries } from '../../storage/queries/webhook-deliveries.ts';
import { deleteWebhook as deleteQuery } from '../../storage/queries/webhooks.ts';
import { applyOperation } from '../operation.ts';
import { loadForChange, recordWebhookFact } from './own-webhook.ts';

export const deleteWebhook = applyOperation('deleteWebhook', {
  parse: (input) => input,

  async apply(tx, call, { webhookId }) {
    const webhook = await loadForChange(tx, call, webhookId);
    await tx.run(deleteDeliveries, { webhookId });
    await tx.run(deleteQuery, { id: webhookId });
    recordWebhookFact(tx, call, { kind: 'webhook.delete', webhook });
    return { success: true };
  },
});
