/** POST /v1/webhooks. It gets the events from now on; its secret is shown only here. */
import { newId } from '../../base/ids.ts';
import { findStream } from '../../storage/queries/events.ts';
import { insertWebhook } from '../../storage/queries/webhooks.ts';
import type { Webhook } from '../../storage/tables/webhooks.ts';
import { newWebhookSecret } from '../../webhooks/signature.ts';
import { requireRoom } from '../../workspaces/workspace-quota.ts';
import { applyOperation } from '../operation.ts';
import {
  parseTypes,
  parseUrl,
  recordWebhookFact,
  requireManager,
  webhookView,
} from './own-webhook.ts';

export const createWebhook = applyOperation('createWebhook', {
  parse(input, call) {
    requireManager(call);
    return {
      url: parseUrl(input.url, call),
      types: parseTypes(input.types ?? ['*']),
      ordered: input.ordered ?? true,
      state: input.state ?? 'active',
    };
  },

  async apply(tx, call, parsed) {
    const { workspaceId } = call.actor;
    const { secrets, rules } = call.services;
    await requireRoom(tx, 'webhooks', { workspaceId, now: call.now, limits: rules.limits });
    const stream = await tx.first(findStream, { workspaceId });
    const secret = newWebhookSecret();
    const webhook: Webhook = {
      id: newId('whk'),
      workspaceId,
      ...parsed,
      pauseReason: null,
      secret: secrets.seal(secret),
      previousSecret: null,
      previousUntil: null,
      position: stream?.lastSeq ?? 0,
      failingSince: null,
      createdAt: call.now,
    };
    await tx.run(insertWebhook, webhook);
    recordWebhookFact(tx, call, { kind: 'webhook.create', webhook });
    return { webhook: webhookView(webhook), secret };
  },
});
