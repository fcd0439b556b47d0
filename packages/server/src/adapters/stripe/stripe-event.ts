/** Parses Stripe events to the few fields that we use. Everything unexpected counts as absent. */
import type {
  CheckoutSession,
  PaymentNotification,
  SessionNotification,
} from '../../payments/payment-method.ts';

type Fields = Readonly<Record<string, unknown>>;

/** Null for anything that is no checkout session. */
export function readSession(value: unknown): CheckoutSession | null {
  const fields = fieldsOf(value);
  const id = textOf(fields.id);
  const status = statuses.find((known) => known === fields.status);
  if (id === null || status === undefined) return null;
  return {
    id,
    url: textOf(fields.url),
    status,
    isPaid: fields.payment_status === 'paid',
    amountCents: amountOf(fields.amount_total),
    currency: textOf(fields.currency),
    topUpId: textOf(fields.client_reference_id),
    paymentRef: referenceOf(fields.payment_intent),
  };
}

const statuses = ['open', 'complete', 'expired'] as const;

const sessionOutcomes: Readonly<Record<string, SessionNotification['outcome']>> = {
  'checkout.session.completed': 'paid',
  'checkout.session.async_payment_succeeded': 'paid',
  'checkout.session.async_payment_failed': 'failed',
  'checkout.session.expired': 'expired',
};

/** Null for event types that we do not use, and for anything that is not an event. */
export function readEvent(value: unknown): PaymentNotification | null {
  const event = fieldsOf(value);
  const id = textOf(event.id);
  const type = textOf(event.type);
  if (id === null || type === null) return null;
  const object = fieldsOf(event.data).object;
  const outcome = sessionOutcomes[type];
  if (outcome !== undefined) {
    const session = readSession(object);
    if (session === null) return null;
    const isProcessing = outcome === 'paid' && !session.isPaid;
    return { kind: 'session', id, type, outcome: isProcessing ? 'pending' : outcome, session };
  }
  return readReversal({ id, type }, fieldsOf(object));
}

function readReversal(
  event: { readonly id: string; readonly type: string },
  fields: Fields,
): PaymentNotification | null {
  const paymentRef = referenceOf(fields.payment_intent);
  if (event.type === 'charge.refunded') {
    const amountCents = amountOf(fields.amount_refunded) ?? 0;
    return { kind: 'reversal', ...event, outcome: 'refunded', paymentRef, amountCents };
  }
  if (event.type === 'charge.dispute.created') {
    const amountCents = amountOf(fields.amount) ?? 0;
    return { kind: 'reversal', ...event, outcome: 'disputed', paymentRef, amountCents };
  }
  return null;
}

function fieldsOf(value: unknown): Fields {
  return typeof value === 'object' && value !== null ? (value as Fields) : {};
}

function textOf(value: unknown): string | null {
  return typeof value === 'string' && value !== '' ? value : null;
}

function amountOf(value: unknown): number | null {
  return Number.isSafeInteger(value) ? (value as number) : null;
}

/** An id, or the object itself where Stripe was asked to expand it. */
function referenceOf(value: unknown): string | null {
  return textOf(value) ?? textOf(fieldsOf(value).id);
}
