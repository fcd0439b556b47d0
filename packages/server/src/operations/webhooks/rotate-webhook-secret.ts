/** POST /v1/webhooks/{webhookId}/rotate. For a day both secrets sign, so that receivers can change. */
import { dayMs } from '@hostmaster/contract/durations';
import { newWebhookSecret } from '../../base/webhook-signature.ts';
import { statementOfOne } from '../../storage/statements.ts';
import { changeOperation } from '../operation.ts';
import { loadForChange, webhookFact, webhookKey } from './own-webhook.ts';

const bothMs = dayMs;

export const rotateWebhookSecret = changeOperation('rotateWebhookSecret', {
  parse: (input) => input,

  keys: ({ webhookId }) => [webhookKey(webhookId)],
  commit: 'shared',

  load: (reader, call, { webhookId }) => loadForChange(reader, call, webhookId),

  decide(call, { webhookId: id }, webhook) {
    const secret = newWebhookSecret();
    const sealed = call.services.secrets.seal(secret);
    return {
      answer: { secret },
      change: {
        rows: [statementOfOne('rotateSecret', { id, secret: sealed, bothMs })],
        facts: [webhookFact(call, 'webhook.rotate', webhook)],
      },
    };
  },
});
