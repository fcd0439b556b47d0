/** GET /v1/webhooks/{webhookId} */
import { readOperation } from '../operation.ts';
import { loadWebhook, webhookView } from './own-webhook.ts';

export const getWebhook = readOperation('getWebhook', async (reader, call, { webhookId }) => ({
  webhook: webhookView(await loadWebhook(reader, call, webhookId)),
}));
