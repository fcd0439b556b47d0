/** Our own calls to Stripe: replies that are lost, refusals, and payments without a webhook. */

import { dayMs, hourMs, minuteMs } from '@hostmaster/contract/durations';
import { until } from '@hostmaster/test-rig/service';
import { expect, it } from 'vitest';
import { askProvider } from '../../packages/server/src/payments/ask-provider.ts';
import { TopUpWatch } from '../../packages/server/src/payments/top-up-watch.ts';
import { describeStripe } from './stripe-stage.ts';

describeStripe('opening the payment page', (stage) => {
  it('names the amount, the top-up and the way back', async () => {
    const customer = await stage.customer();
    const topUp = await stage.topUp(customer, 2_550);
    const { publicUrl } = stage.service.config;
    const credits = `${publicUrl}/dashboard/${customer.workspaceId}/credits`;
    const session = stage.stripe.sessionOf(topUp.id);
    expect(session).toMatchObject({
      amount_total: 2_550,
      currency: 'usd',
      success_url: `${credits}?topUp=${topUp.id}`,
      cancel_url: credits,
    });
    expect(topUp).toMatchObject({ state: 'created', sessionId: session.id, payUrl: session.url });
  });

  it('leads to one session, however often it is opened', async () => {
    const customer = await stage.customer();
    const { id } = await stage.request(customer, 1_000);
    const urls = await Promise.all([stage.open(id), stage.open(id), stage.open(id)]);
    urls.push(await stage.open(id));
    expect(new Set(urls).size).toBe(1);
    expect(sessionsOf(id)).toHaveLength(1);
  });

  it('repeats the same attempt when the reply is lost or late', async () => {
    const customer = await stage.customer();
    const { id } = await stage.request(customer, 1_000);
    stage.stripe.fail('lost-reply', 'down', 'lost-reply');
    for (let tries = 0; tries < 3; tries += 1) {
      await expect(stage.open(id)).rejects.toMatchObject({
        code: 'payments_unavailable',
        message: expect.stringContaining('You were not charged'),
      });
    }
    await stage.open(id);
    expect(sessionsOf(id)).toHaveLength(1);
    expect(await stage.find(id)).toMatchObject({ checkoutAttempt: 1 });
  });

  it('begins another attempt after an error, which Stripe would repeat', async () => {
    const customer = await stage.customer();
    const { id } = await stage.request(customer, 1_000);
    stage.stripe.fail('error');
    await expect(stage.open(id)).rejects.toMatchObject({ code: 'payments_unavailable' });
    expect(await stage.find(id)).toMatchObject({ checkoutAttempt: 2, sessionId: null });
    await stage.open(id);
    expect(sessionsOf(id)).toHaveLength(1);
  });

  it('stops waiting for a slow answer without losing it', async () => {
    const customer = await stage.customer();
    const { id } = await stage.request(customer, 1_000);
    stage.stripe.fail('slow');
    const opening = stage.open(id).then(
      () => 'opened',
      (error: { code: string }) => error.code,
    );
    await until('Stripe has the call', () => sessionsOf(id).length === 1);
    expect(await opening).toBe('payments_unavailable');
    stage.stripe.release();
    await stage.open(id);
    expect(sessionsOf(id)).toHaveLength(1);
  });

  function sessionsOf(id: string) {
    return stage.stripe.sessions.filter((session) => session.client_reference_id === id);
  }
});

describeStripe('a payment without a webhook', (stage) => {
  const watch = () => new TopUpWatch(stage.services);

  it('is found by polling, at growing intervals', async () => {
    const customer = await stage.customer();
    const topUp = await stage.topUp(customer, 1_000);
    const session = stage.stripe.sessionOf(topUp.id);
    const question = `GET /v1/checkout/sessions/${session.id}`;
    const asked = () => stage.stripe.calls.filter((call) => call === question).length;
    for (const [minutes, times] of [
      [1, 0],
      [2.1, 1],
      [3, 1],
      [4.3, 2],
      [6, 2],
      [9, 3],
    ] as const) {
      stage.aheadMs = minutes * minuteMs;
      await watch().checkUnpaid();
      expect([minutes, asked()]).toEqual([minutes, times]);
    }
    expect(await stage.find(topUp.id)).toMatchObject({ state: 'created' });
    stage.stripe.pay(session);
    stage.aheadMs = hourMs;
    await watch().checkUnpaid();
    expect(await stage.find(topUp.id)).toMatchObject({ state: 'paid' });
    expect(await stage.balanceOf(customer)).toBe(1_000);
    await stage.deliver(stage.stripe.event('checkout.session.completed', session));
    expect(await stage.balanceOf(customer)).toBe(1_000);
  });

  it('is asked about again after an outage', async () => {
    const customer = await stage.customer();
    const topUp = await stage.topUp(customer, 1_000);
    stage.stripe.pay(stage.stripe.sessionOf(topUp.id));
    for (const [fault, hours] of [
      ['down', 1],
      ['error', 3],
      ['lost-reply', 9],
    ] as const) {
      stage.aheadMs = hours * hourMs;
      stage.stripe.fail(fault);
      await watch().checkUnpaid();
      expect(await stage.find(topUp.id)).toMatchObject({ state: 'created' });
    }
    stage.aheadMs = 30 * hourMs;
    await watch().checkUnpaid();
    expect(await stage.balanceOf(customer)).toBe(1_000);
  });

  it('counts once when the webhook comes at the same moment', async () => {
    const customer = await stage.customer();
    for (let round = 0; round < 5; round += 1) {
      stage.aheadMs = 0;
      const topUp = await stage.topUp(customer, 1_000);
      const session = stage.stripe.pay(stage.stripe.sessionOf(topUp.id));
      await Promise.all([
        askProvider(stage.services, topUp),
        stage.deliver(stage.stripe.event('checkout.session.completed', session)),
        askProvider(stage.services, topUp),
      ]);
      expect(await stage.balanceOf(customer)).toBe((round + 1) * 1_000);
    }
  });

  it('is noted as expired when its page has run out', async () => {
    const customer = await stage.customer();
    const topUp = await stage.topUp(customer, 1_000);
    stage.stripe.expire(stage.stripe.sessionOf(topUp.id));
    stage.aheadMs = 26 * hourMs;
    await watch().checkUnpaid();
    expect(await stage.find(topUp.id)).toMatchObject({ state: 'expired' });
    expect(await stage.actionsOf(customer)).toEqual([
      'credits.top_up_expired',
      'credits.top_up_requested',
    ]);
  });

  it('is not polled when no payment page was opened', async () => {
    const customer = await stage.customer();
    stage.aheadMs = 0;
    const { id } = await stage.request(customer, 1_000);
    stage.aheadMs = dayMs;
    await watch().checkUnpaid();
    expect(await stage.find(id)).toMatchObject({ state: 'created' });
    stage.aheadMs = 26 * hourMs;
    await watch().checkUnpaid();
    expect(await stage.find(id)).toMatchObject({ state: 'expired' });
  });
});
