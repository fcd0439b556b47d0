/** The receiver's side of a webhook, with messages signed as the service signs them. */
import { verifyWebhook, WebhookVerificationError } from '@hostmaster/sdk';
import { Webhook } from 'standardwebhooks';
import { describe, expect, it } from 'vitest';
import {
  newWebhookSecret,
  webhookHeaders,
} from '../../packages/server/src/base/webhook-signature.ts';

const secret = newWebhookSecret();
const event = { id: 'evt_1', type: 'domain.released', at: '2026-01-01T00:00:00Z', domain: 'ä.com' };
const body = JSON.stringify(event);
const now = () => Math.floor(Date.now() / 1_000);
const signed = (timestampSeconds = now(), secrets: readonly string[] = [secret]) =>
  webhookHeaders({ id: 'msg_1', timestampSeconds, body }, secrets);

describe('verifyWebhook', () => {
  it('returns the event of a message that is signed, as text or bytes, with any kind of headers', async () => {
    expect(await verifyWebhook({ body, headers: signed(), secret })).toEqual(event);
    const headers = new Headers(signed());
    const bytes = new TextEncoder().encode(body);
    expect(await verifyWebhook({ body: bytes, headers, secret })).toEqual(event);
  });

  it('accepts what the library of the specification signs', async () => {
    const at = new Date();
    const headers = {
      'webhook-id': 'msg_1',
      'webhook-timestamp': String(Math.floor(at.getTime() / 1_000)),
      'webhook-signature': new Webhook(secret).sign('msg_1', at, body),
    };
    expect(await verifyWebhook({ body, headers, secret })).toEqual(event);
  });

  it('accepts either secret while one is being replaced', async () => {
    const next = newWebhookSecret();
    const both = signed(now(), [secret, next]);
    expect(await verifyWebhook({ body, headers: both, secret: next })).toEqual(event);
    expect(await verifyWebhook({ body, headers: signed(), secret: [next, secret] })).toEqual(event);
  });

  const { 'webhook-signature': _, ...unsigned } = signed();
  for (const [what, message] of Object.entries({
    'another body': { body: `${body} `, headers: signed() },
    'another id': { body, headers: { ...signed(), 'webhook-id': 'msg_2' } },
    'another secret': { body, headers: signed(now(), [newWebhookSecret()]) },
    'a time that was changed': {
      body,
      headers: { ...signed(), 'webhook-timestamp': String(now() - 1) },
    },
    'an old message': { body, headers: signed(now() - 301) },
    'a message of the future': { body, headers: signed(now() + 310) },
    'a time that is none': { body, headers: { ...signed(), 'webhook-timestamp': 'soon' } },
    'no signature': { body, headers: unsigned },
    'a signature that is no base64': {
      body,
      headers: { ...signed(), 'webhook-signature': 'v1,ä' },
    },
    'a version that is not known': {
      body,
      headers: {
        ...signed(),
        'webhook-signature': signed()['webhook-signature']?.replace('v1', 'v2'),
      },
    },
  })) {
    it(`refuses ${what}`, async () => {
      const answer = verifyWebhook({ ...message, secret });
      await expect(answer).rejects.toBeInstanceOf(WebhookVerificationError);
    });
  }

  it('says when a secret is not one', async () => {
    await expect(verifyWebhook({ body, headers: signed(), secret: 'abc' })).rejects.toThrow(
      'whsec_',
    );
  });
});
