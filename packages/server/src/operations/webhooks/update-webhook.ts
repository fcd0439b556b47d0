/** PATCH /v1/webhooks/{webhookId}. A resumed webhook gets what it missed, from the failed event on. */
import { retryPending } from '../../storage/queries/webhook-deliveries.ts';
import { updateWebhook as updateQuery } from '../../storage/queries/webhooks.ts';
import { startDeliveries } from '../../webhooks/webhook-jobs.ts';
import { applyOperation } from '../operation.ts';
import {
  loadForChange,
  parseTypes,
  parseUrl,
  recordWebhookFact,
  requireManager,
  webhookView,
} from './own-webhook.ts';

export const updateWebhook = applyOperation('updateWebhook', {
  parse(input, call) {
    requireManager(call);
    const { webhookId, ordered, state } = input;
    return {
      webhookId,
      ...(input.url === undefined ? {} : { url: parseUrl(input.url, call) }),
      ...(input.types === undefined ? {} : { types: parseTypes(input.types) }),
      ...(ordered === undefined ? {} : { ordered }),
      ...(state === undefined ? {} : { state }),
    };
  },

  async apply(tx, call, { webhookId, ...changes }) {
    const before = await loadForChange(tx, call, webhookId);
    const changed = { ...before, ...changes };
    const isResumed = before.state === 'paused' && changed.state === 'active';
    const webhook = {
      ...changed,
      pauseReason: changed.state === 'active' ? null : before.pauseReason,
      failingSince: isResumed ? null : before.failingSince,
    };
    await tx.run(updateQuery, webhook);
    if (isResumed || webhook.url !== before.url) await tx.run(retryPending, { webhookId });
    if (webhook.state === 'active') await startDeliveries(tx, webhook);
    recordWebhookFact(tx, call, { kind: 'webhook.update', webhook });
    return { webhook: webhookView(webhook) };
  },
});
