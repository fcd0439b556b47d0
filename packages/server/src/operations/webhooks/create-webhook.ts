/** POST /v1/webhooks. It gets the events from now on; its secret is shown only here. */
import { newId } from '../../base/ids.ts';
import { newWebhookSecret } from '../../base/webhook-signature.ts';
import { findStream } from '../../storage/queries/events/events.ts';
import { insert } from '../../storage/row-write.ts';
import { type Webhook, webhooks } from '../../storage/tables/webhooks/webhooks.ts';
import { loadUse, requireRoomFor } from '../../workspaces/workspace-quota.ts';
import { changeOperation } from '../operation.ts';
import { parseTypes, parseUrl, requireManager, webhookFact, webhookView } from './own-webhook.ts';

export const createWebhook = changeOperation('createWebhook', {
  parse(input, call) {
    requireManager(call);
    return {
      url: parseUrl(input.url, call),
      types: parseTypes(input.types ?? ['*']),
      ordered: input.ordered ?? true,
      state: input.state ?? 'active',
    };
  },

  commit: 'shared',

  async load(reader, { actor: { workspaceId }, now }) {
    const [used, stream] = await Promise.all([
      loadUse(reader, 'webhooks', { workspaceId, now }),
      reader.first(findStream, { workspaceId }),
    ]);
    return { used, lastSeq: stream?.lastSeq ?? 0 };
  },

  decide(call, parsed, { used, lastSeq }) {
    const { secrets, rules } = call.services;
    requireRoomFor('webhooks', used, rules.limits);
    const secret = newWebhookSecret();
    const webhook: Webhook = {
      id: newId('whk'),
      workspaceId: call.actor.workspaceId,
      ...parsed,
      pauseReason: null,
      secret: secrets.seal(secret),
      previousSecret: null,
      previousUntil: null,
      position: lastSeq,
      failingSince: null,
      createdAt: call.now,
      createdBy: call.actor.personId,
    };
    return {
      answer: { webhook: webhookView(webhook), secret },
      change: {
        rows: [insert(webhooks, webhook)],
        facts: [webhookFact(call, 'webhook.create', webhook)],
      },
    };
  },
});
