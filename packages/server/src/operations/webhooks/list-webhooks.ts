/** GET /v1/webhooks */
import { readList } from '@hostmaster/storage';
import { listWebhooks as listQuery } from '../../storage/queries/webhooks/webhooks.ts';
import { readOperation } from '../operation.ts';
import { requireManager, webhookView } from './own-webhook.ts';

export const listWebhooks = readOperation('listWebhooks', async (reader, call) => {
  requireManager(call);
  const found = await readList(reader, listQuery, { workspaceId: call.actor.workspaceId });
  return { webhooks: found.map(webhookView) };
});
