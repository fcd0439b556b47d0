import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { readEvent, readSession } from './stripe-event.ts';

const session = {
  id: 'cs_test_1',
  object: 'checkout.session',
  url: 'https://checkout.example/c/pay/cs_test_1',
  status: 'complete',
  payment_status: 'paid',
  amount_total: 2_500,
  currency: 'usd',
  client_reference_id: 'top_1',
  payment_intent: 'pi_1',
  customer_details: { email: 'ada@example.com' },
};

const event = (type: string, object: unknown) => ({ id: 'evt_1', type, data: { object } });

describe('a session', () => {
  it('is reduced to what we act on', () => {
    expect(readSession(session)).toEqual({
      id: 'cs_test_1',
      url: 'https://checkout.example/c/pay/cs_test_1',
      status: 'complete',
      isPaid: true,
      amountCents: 2_500,
      currency: 'usd',
      topUpId: 'top_1',
      paymentRef: 'pi_1',
    });
  });

  it('may have its payment expanded', () => {
    expect(readSession({ ...session, payment_intent: { id: 'pi_2' } })?.paymentRef).toBe('pi_2');
  });

  it('needs an id and a known status', () => {
    expect(readSession({ ...session, id: undefined })).toBeNull();
    expect(readSession({ ...session, status: 'dreaming' })).toBeNull();
  });
});

describe('an event', () => {
  it.each([
    ['checkout.session.completed', 'paid', 'paid'],
    ['checkout.session.completed', 'unpaid', 'pending'],
    ['checkout.session.async_payment_succeeded', 'paid', 'paid'],
    ['checkout.session.async_payment_failed', 'unpaid', 'failed'],
    ['checkout.session.expired', 'unpaid', 'expired'],
  ])('%s of a session that is %s means %s', (type, payment_status, outcome) => {
    const read = readEvent(event(type, { ...session, payment_status }));
    expect(read).toMatchObject({ kind: 'session', id: 'evt_1', type, outcome });
  });

  it('reads reversals with their payment', () => {
    const charge = { payment_intent: 'pi_1', amount: 900, amount_refunded: 400 };
    expect(readEvent(event('charge.refunded', charge))).toEqual({
      kind: 'reversal',
      id: 'evt_1',
      type: 'charge.refunded',
      outcome: 'refunded',
      paymentRef: 'pi_1',
      amountCents: 400,
    });
    expect(readEvent(event('charge.dispute.created', charge))).toMatchObject({
      outcome: 'disputed',
      amountCents: 900,
    });
  });

  it('of any other kind, and anything else, is ignored', () => {
    expect(readEvent(event('invoice.paid', session))).toBeNull();
    expect(readEvent(event('checkout.session.completed', null))).toBeNull();
    fc.assert(fc.property(fc.jsonValue(), (value) => readEvent(value) === null));
  });
});
