/** Every event kind in every state of a top-up. */
import { describe, expect, it } from 'vitest';
import { type JudgedTopUp, judgeEvent } from './judge-event.ts';
import type { CheckoutSession, SessionEvent } from './payment-means.ts';

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

const topUp: JudgedTopUp = {
  id: 'top_1',
  provider: 'stripe',
  state: 'created',
  amountCents: 5_000,
  sessionId: 'cs_1',
};

function judge(
  news: SessionEvent['news'],
  change: { session?: Partial<CheckoutSession>; topUp?: Partial<JudgedTopUp> | null } = {},
) {
  return judgeEvent(
    {
      kind: 'session',
      id: 'evt_1',
      type: 'test',
      news,
      session: { ...session, ...change.session },
    },
    change.topUp === null ? undefined : { ...topUp, ...change.topUp },
  );
}

const nothing = { effect: 'none', problem: null };

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
    ['nothing', 'created', 'none'],
    ['nothing', 'paid', 'none'],
  ] as const)('that is %s, for a top-up that is %s: %s', (news, state, effect) => {
    expect(judge(news, { topUp: { state } })).toEqual({ effect, problem: null });
  });

  it('counts before our own note of it', () => {
    expect(judge('paid', { topUp: { sessionId: null } }).effect).toBe('pay');
    expect(judge('expired', { topUp: { sessionId: null } }).effect).toBe('expire');
  });

  it('that was given up changes nothing, unless it was paid', () => {
    const other = { topUp: { sessionId: 'cs_2' } };
    expect(judge('expired', other)).toEqual(nothing);
    expect(judge('failed', other)).toEqual(nothing);
    expect(judge('paid', other)).toEqual({ effect: 'pay', problem: null });
  });

  it('that pays a second time is for the operator', () => {
    const { effect, problem } = judge('paid', { topUp: { state: 'paid', sessionId: 'cs_2' } });
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
    const { effect, problem } = judge('paid', { session: change });
    expect(effect).toBe('none');
    expect(problem).toMatch(/were paid in cs_1 for top_1, which asks for 50 USD/);
  });

  it('that belongs to nothing here is for the operator when it was paid', () => {
    expect(judge('paid', { topUp: null }).problem).toMatch(/for a top-up that is not known here/);
    expect(judge('paid', { topUp: { provider: 'sandbox' } })).toMatchObject({ effect: 'none' });
    expect(judge('expired', { topUp: null })).toEqual(nothing);
  });
});

describe('a reversal', () => {
  const event = {
    kind: 'reversal',
    id: 'evt_1',
    type: 'charge.refunded',
    news: 'refunded',
    paymentRef: 'pi_1',
    amountCents: 1_250,
  } as const;

  it('is reported to the operator and debits nothing', () => {
    expect(judgeEvent(event, { ...topUp, state: 'paid' })).toEqual({
      effect: 'none',
      problem:
        '12.50 USD of payment pi_1 were refunded (top_1). Credits stay until an operator removes them.',
    });
    expect(judgeEvent({ ...event, news: 'disputed' }, undefined).problem).toBe(
      '12.50 USD of payment pi_1 were disputed; no top-up is known for it.',
    );
  });
});
