/**
 * POST /webhooks/stripe: receives Stripe's events. The signature is checked over the raw bytes.
 * Signed events that we do not use are acknowledged and ignored. After an answer other than 200
 * Stripe sends the event again for days.
 */
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { Refusal } from '../../base/errors.ts';
import { applyNotification } from '../../payments/apply-notification.ts';
import type { PaymentServices } from '../../payments/payment-services.ts';
import { readEvent } from './stripe-event.ts';
import { isSigned } from './stripe-signature.ts';

const bodyBytesMax = 1024 * 1024;

export async function registerStripeWebhook(
  app: FastifyInstance,
  options: { readonly services: PaymentServices; readonly secret: string },
): Promise<void> {
  const { services, secret } = options;
  await app.register(async (scope) => {
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser(
      '*',
      { parseAs: 'buffer', bodyLimit: bodyBytesMax },
      async (_: FastifyRequest, body: Buffer) => body,
    );
    scope.post('/webhooks/stripe', async (request) => {
      const header = request.headers['stripe-signature'];
      const body = Buffer.isBuffer(request.body) ? request.body : Buffer.alloc(0);
      const now = services.clock.now();
      if (typeof header !== 'string' || !isSigned({ header, body, secret, now })) {
        throw new Refusal(
          'invalid_signature',
          'The Stripe-Signature header does not fit the body.',
        );
      }
      const event = readEvent(parseJson(body));
      if (event !== null) await applyNotification(services, event);
      return { received: true };
    });
  });
}

function parseJson(body: Buffer): unknown {
  try {
    return JSON.parse(body.toString('utf8'));
  } catch {
    throw new Refusal('malformed_body', 'The body is not valid JSON.');
  }
}
