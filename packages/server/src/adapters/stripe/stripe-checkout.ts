/**
 * Stripe Checkout by its HTTP API: two calls, form-encoded out, JSON back. Each attempt of a top-up
 * has its own Idempotency-Key, which Stripe keeps for a day together with the answer it gave, also
 * when that answer was an error.
 */
import { exchangeHttp } from '../../base/exchange-http.ts';
import { outsideCall } from '../../base/outside-call.ts';
import {
  type Checkout,
  type CheckoutOrder,
  type CheckoutSession,
  CheckoutUnavailable,
  topUpCurrency,
} from '../../payments/payment-method.ts';
import { readSession } from './stripe-event.ts';

export interface StripeOptions {
  readonly secretKey: string;
  /** `https://api.stripe.com`, or a test server. */
  readonly apiUrl: string;
  /** How long opening a payment page may take. */
  readonly openMsMax?: number;
  /** Aborted when the service stops. */
  readonly stopping: AbortSignal;
}

/** The fields we read have kept their meaning in every version since. */
const apiVersion = '2024-06-20';
/** Opening a payment page may be slow; a query is repeated later. */
const openMsMaxDefault = 8_000;
const findMsMax = 3_000;
/** A session is a few kilobytes. */
const answerBytesMax = 1_000_000;

export function openStripeCheckout(options: StripeOptions): Checkout {
  return {
    async open(order) {
      return call(options, {
        method: 'POST',
        path: '/v1/checkout/sessions',
        headers: {
          'content-type': 'application/x-www-form-urlencoded',
          'idempotency-key': `${order.topUpId}.${order.attempt}`,
        },
        body: new URLSearchParams(formOf(order)).toString(),
        answerMsMax: options.openMsMax ?? openMsMaxDefault,
      });
    },
    async find(sessionId) {
      const path = `/v1/checkout/sessions/${encodeURIComponent(sessionId)}`;
      return call(options, { method: 'GET', path, headers: {}, answerMsMax: findMsMax });
    },
  };
}

/** Identical in every retry, because Stripe compares requests with the same key. */
function formOf(order: CheckoutOrder): Record<string, string> {
  const price = 'line_items[0][price_data]';
  return {
    mode: 'payment',
    client_reference_id: order.topUpId,
    'metadata[top_up]': order.topUpId,
    'payment_intent_data[metadata][top_up]': order.topUpId,
    'line_items[0][quantity]': '1',
    [`${price}[currency]`]: topUpCurrency,
    [`${price}[unit_amount]`]: String(order.amountCents),
    [`${price}[product_data][name]`]: 'Prepaid credits',
    success_url: order.successUrl,
    cancel_url: order.cancelUrl,
  };
}

async function call(
  options: StripeOptions,
  request: {
    readonly method: 'GET' | 'POST';
    readonly path: string;
    readonly headers: Readonly<Record<string, string>>;
    readonly body?: string;
    readonly answerMsMax: number;
  },
): Promise<CheckoutSession> {
  const { status, body } = await exchange(options, request);
  if (status === 200) {
    const session = readSession(body);
    if (session !== null) return session;
    throw new CheckoutUnavailable('Stripe answered with something else than a session.', {
      isRefusal: false,
    });
  }
  throw new CheckoutUnavailable(`Stripe answered ${status}: ${errorMessage(body)}`, {
    // Rate limited, or a request with the same key is in progress: the same attempt may succeed.
    isRefusal: status !== 409 && status !== 429,
  });
}

async function exchange(
  options: StripeOptions,
  request: Parameters<typeof call>[1],
): Promise<{ status: number; body: unknown }> {
  const { method, body } = request;
  const url = new URL(`${options.apiUrl}${request.path}`);
  const headers = {
    authorization: `Bearer ${options.secretKey}`,
    'stripe-version': apiVersion,
    ...request.headers,
  };
  const limit = { peer: 'Stripe', totalMs: request.answerMsMax, stopping: options.stopping };
  try {
    const answer = await outsideCall(limit, (scope) =>
      exchangeHttp(scope, {
        url,
        method,
        headers,
        bodyBytesMax: answerBytesMax,
        ...(body === undefined ? {} : { body }),
      }),
    );
    const { status } = answer;
    if (status >= 300 && status < 400) throw new Error(`Redirected with ${status}.`);
    return { status, body: JSON.parse(answer.body) as unknown };
  } catch (error) {
    throw new CheckoutUnavailable('Stripe did not answer.', { cause: error, isRefusal: false });
  }
}

function errorMessage(body: unknown): string {
  const { error } = (body ?? {}) as { error?: { message?: unknown; code?: unknown } };
  const text = error?.message ?? error?.code;
  return typeof text === 'string' ? text : 'without a reason.';
}
