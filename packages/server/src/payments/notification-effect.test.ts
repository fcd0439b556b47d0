/** Every event kind in every state of a top-up. */
import { describe, expect, it } from 'vitest';
import { type AffectedTopUp, notificationEffect } from './notification-effect.ts';
import type { CheckoutSession, SessionNotification } from './payment-method.ts';

const session: CheckoutSession = {
  id: 'cs_1',
  url: null,
  status: 'complete',
  isPaid: true,
  amountCents: 5_000,
  currency: 'usd',
  topUpId: 'top_1',
  paymentRef: 'pi_1',
};

const topUp: AffectedTopUp = {
  id: 'top_1',
  provider: 'stripe',
  state: 'created',
  amountCents: 5_000,
  sessionId: 'cs_1',
};

function effectOf(
  outcome: SessionNotification['outcome'],
  change: { session?: Partial<CheckoutSession>; topUp?: Partial<AffectedTopUp> | null } = {},
) {
  return notificationEffect(
    {
      kind: 'session',
      id: 'evt_1',
      type: 'test',
      outcome,
      session: { ...session, ...change.session },
    },
    change.topUp === null ? undefined : { ...topUp, ...change.topUp },
  );
}

const nothing = { kind: 'none', problem: null };

describe('a session', () => {
  it.each([
    ['paid', 'created', 'pay'],
    ['paid', 'failed', 'pay'],
    ['paid', 'expired', 'pay'],
    ['paid', 'paid', 'none'],
    ['failed', 'created', 'fail'],
    ['failed', 'paid', 'none'],
    ['failed', 'expired', 'none'],
    ['expired', 'created', 'expire'],
    ['expired', 'paid', 'none'],
    ['expired', 'failed', 'none'],
    ['pending', 'created', 'none'],
    ['pending', 'paid', 'none'],
  ] as const)('that is %s, for a top-up that is %s: %s', (outcome, state, effect) => {
    expect(effectOf(outcome, { topUp: { state } })).toEqual({ kind: effect, problem: null });
  });

  it('counts before our own note of it', () => {
    expect(effectOf('paid', { topUp: { sessionId: null } }).kind).toBe('pay');
    expect(effectOf('expired', { topUp: { sessionId: null } }).kind).toBe('expire');
  });

  it('that was abandoned changes nothing, unless it was paid', () => {
    const other = { topUp: { sessionId: 'cs_2' } };
    expect(effectOf('expired', other)).toEqual(nothing);
    expect(effectOf('failed', other)).toEqual(nothing);
    expect(effectOf('paid', other)).toEqual({ kind: 'pay', problem: null });
  });

  it('that pays a second time is for the operator', () => {
    const { kind: effect, problem } = effectOf('paid', {
      topUp: { state: 'paid', sessionId: 'cs_2' },
    });
    expect(effect).toBe('none');
    expect(problem).toBe('top_1 was paid a second time, 50 USD in cs_1. It was credited once.');
  });

  it.each([
    ['less', { amountCents: 4_999 }],
    ['more', { amountCents: 5_001 }],
    ['an unknown amount', { amountCents: null }],
    ['another currency', { currency: 'jpy' }],
    ['no currency', { currency: null }],
  ])('that paid %s is for the operator', (_, change) => {
    const { kind: effect, problem } = effectOf('paid', { session: change });
    expect(effect).toBe('none');
    expect(problem).toMatch(/were paid in cs_1 for top_1, which asks for 50 USD/);
  });

  it('that belongs to nothing here is for the operator when it was paid', () => {
    expect(effectOf('paid', { topUp: null }).problem).toMatch(/for an unknown top-up/);
    expect(effectOf('paid', { topUp: { provider: 'sandbox' } })).toMatchObject({ kind: 'none' });
    expect(effectOf('expired', { topUp: null })).toEqual(nothing);
  });
});

describe('a reversal', () => {
  const event = {
    kind: 'reversal',
    id: 'evt_1',
    type: 'charge.refunded',
    outcome: 'refunded',
    paymentRef: 'pi_1',
    amountCents: 1_250,
  } as const;

  it('is reported to the operator and debits nothing', () => {
    expect(notificationEffect(event, { ...topUp, state: 'paid' })).toEqual({
      kind: 'none',
      problem:
        '12.50 USD of payment pi_1 were refunded (top_1). Credits stay until an operator removes them.',
    });
    expect(notificationEffect({ ...event, outcome: 'disputed' }, undefined).problem).toBe(
      '12.50 USD of payment pi_1 were disputed; no top-up has this payment.',
    );
  });
});
