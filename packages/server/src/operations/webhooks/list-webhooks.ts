/** GET /v1/webhooks, oldest first. */
import { limits } from '@hostmaster/contract';
import { listWebhooks as listQuery } from '../../storage/queries/webhooks/webhooks.ts';
import { readOperation } from '../operation.ts';
import { nextCursor, pageStart } from '../page-cursor.ts';
import { requireManager, webhookView } from './own-webhook.ts';

export const listWebhooks = readOperation('listWebhooks', async (reader, call, input) => {
  requireManager(call);
  const { workspaceId } = call.actor;
  const limit = input.limit ?? limits.webhooksPageMax;
  const after = pageStart(input) ?? '';
  const found = await reader.all(listQuery, { workspaceId, after, limit });
  return { webhooks: found.map(webhookView), cursor: nextCursor(found, limit, ({ id }) => id) };
});
