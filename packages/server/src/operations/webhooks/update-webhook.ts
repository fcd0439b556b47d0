/** PATCH /v1/webhooks/{webhookId}. A resumed webhook gets what it missed, from the failed event on. */
import { update, updateAll } from '../../storage/row-write.ts';
import { webhookDeliveries } from '../../storage/tables/webhooks/webhook-deliveries.ts';
import { type Webhook, webhooks } from '../../storage/tables/webhooks/webhooks.ts';
import { startDeliveries } from '../../webhooks/webhook-jobs.ts';
import { changeOperation } from '../operation.ts';
import {
  loadForChange,
  parseTypes,
  parseUrl,
  requireManager,
  webhookFact,
  webhookKey,
  webhookView,
} from './own-webhook.ts';

export const updateWebhook = changeOperation('updateWebhook', {
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

  keys: ({ webhookId }) => [webhookKey(webhookId)],
  commit: 'shared',

  load: (reader, call, { webhookId }) => loadForChange(reader, call, webhookId),

  decide(call, { webhookId, ...changes }, before) {
    const changed = { ...before, ...changes };
    const isResumed = before.state === 'paused' && changed.state === 'active';
    const { url, types, ordered, state } = changed;
    const pauseReason = state === 'active' ? null : before.pauseReason;
    const failingSince = isResumed ? null : before.failingSince;
    const set = { url, types, ordered, state, pauseReason, failingSince };
    const webhook = { ...before, ...set };
    const isRetried = isResumed || url !== before.url;
    const waiting = { webhookId, state: 'pending' } as const;
    const dueNow = { nextAt: 0, attempts: 0 };
    return {
      answer: { webhook: webhookView(webhook) },
      change: {
        rows: [
          update(webhooks, { id: webhookId }, set),
          ...(isRetried ? [updateAll(webhookDeliveries, waiting, dueNow)] : []),
        ],
        jobs: state === 'active' ? [startDeliveries(webhook)] : [],
        facts: [webhookFact(call, kindOf(before.state, state), webhook)],
      },
    };
  },
});

function kindOf(before: Webhook['state'], after: Webhook['state']) {
  if (before === after) return 'webhook.update';
  return after === 'paused' ? 'webhook.pause' : 'webhook.resume';
}
