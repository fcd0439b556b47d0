/** POST /v1/webhooks/{webhookId}/rotate. For a day both secrets sign, so that receivers can change. */
import { dayMs } from '@hostmaster/contract/durations';
import { rotateSecret } from '../../storage/queries/webhooks.ts';
import { newWebhookSecret } from '../../webhooks/signature.ts';
import { applyOperation } from '../operation.ts';
import { loadForChange, recordWebhookFact } from './own-webhook.ts';

const bothMs = dayMs;

export const rotateWebhookSecret = applyOperation('rotateWebhookSecret', {
  parse: (input) => input,

  async apply(tx, call, { webhookId }) {
    const webhook = await loadForChange(tx, call, webhookId);
    const secret = newWebhookSecret();
    await tx.run(rotateSecret, {
      id: webhookId,
      secret: call.services.secrets.seal(secret),
      bothMs,
    });
    recordWebhookFact(tx, call, { kind: 'webhook.rotate', webhook });
    return { secret };
  },
});
