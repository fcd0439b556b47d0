/** Stripe's events: delivered once or ten times, early or late, with valid and invalid signatures. */

import { query } from '@hostmaster/test-rig/any-query';
import { runCommand } from '@hostmaster/test-rig/process';
import { expect, it } from 'vitest';
import { describeStripe } from './stripe-stage.ts';

const completed = 'checkout.session.completed';

const listReceipts = query<{ workspaceId: string }>()(({ db, p }) =>
  db
    .selectFrom('mails')
    .select(['subject', 'text_body'])
    .where('workspace_id', '=', p.workspaceId)
    .where('kind', '=', 'top-up-paid'),
);

const countEvents = query<object>()(({ db }) =>
  db.selectFrom('payment_events').select((eb) => eb.fn.countAll<number>().as('count')),
);

describeStripe('a payment', (stage) => {
  it('is credited, shown in the activity and confirmed by mail', async () => {
    const customer = await stage.customer();
    const topUp = await stage.topUp(customer, 5_050);
    const session = stage.stripe.pay(stage.stripe.sessionOf(topUp.id));
    await stage.deliver(stage.stripe.event(completed, session));
    expect(await stage.balanceOf(customer)).toBe(5_050);
    expect(await stage.find(topUp.id)).toMatchObject({
      state: 'paid',
      sessionId: session.id,
      paymentRef: session.payment_intent,
    });
    expect(await stage.actionsOf(customer)).toEqual(['credits.top_up', 'credits.top_up_requested']);
    const [receipt, ...others] = await stage.service.database.all(listReceipts, customer);
    expect(others).toEqual([]);
    expect(receipt?.subject).toBe('50.50 credits added to your balance');
    expect(receipt?.text_body).toContain(`Amount: 50.50 USD\nCredits: 50.50\n`);
    expect(receipt?.text_body).toContain(`Reference: ${topUp.id}`);
    expect(receipt?.text_body).toContain(`/dashboard/${customer.workspaceId}/credits`);
  });

  it('counts once, however many events report it and however often', async () => {
    const customer = await stage.customer();
    const topUp = await stage.topUp(customer, 1_000);
    const session = stage.stripe.pay(stage.stripe.sessionOf(topUp.id));
    const first = stage.stripe.event(completed, session);
    const second = stage.stripe.event('checkout.session.async_payment_succeeded', session);
    const third = stage.stripe.event(completed, session);
    const answers = await Promise.all(
      Array.from({ length: 30 }, (_, i) => stage.send([first, second, third][i % 3] ?? first)),
    );
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]));
    await stage.deliver(first, second, third);
    expect(await stage.balanceOf(customer)).toBe(1_000);
    expect(await stage.actionsOf(customer)).toHaveLength(2);
  });

  it('counts also after it was abandoned', async () => {
    const customer = await stage.customer();
    const topUp = await stage.topUp(customer, 1_000);
    const session = stage.stripe.sessionOf(topUp.id);
    await stage.deliver(
      stage.stripe.event('checkout.session.expired', stage.stripe.expire(session)),
    );
    expect(await stage.find(topUp.id)).toMatchObject({ state: 'expired' });
    await stage.deliver(stage.stripe.event(completed, stage.stripe.pay(session)));
    expect(await stage.find(topUp.id)).toMatchObject({ state: 'paid' });
    await stage.deliver(stage.stripe.event('checkout.session.expired', session));
    await stage.deliver(stage.stripe.event('checkout.session.async_payment_failed', session));
    expect(await stage.find(topUp.id)).toMatchObject({ state: 'paid' });
    expect(await stage.balanceOf(customer)).toBe(1_000);
  });

  it('waits for the bank, which may say no', async () => {
    const customer = await stage.customer();
    const topUp = await stage.topUp(customer, 1_000);
    const session = stage.stripe.sessionOf(topUp.id);
    session.status = 'complete';
    await stage.deliver(stage.stripe.event(completed, session));
    expect(await stage.find(topUp.id)).toMatchObject({ state: 'created' });
    await stage.deliver(stage.stripe.event('checkout.session.async_payment_failed', session));
    expect(await stage.find(topUp.id)).toMatchObject({ state: 'failed' });
    expect(await stage.balanceOf(customer)).toBe(0);
    expect(await stage.actionsOf(customer)).toEqual([
      'credits.top_up_failed',
      'credits.top_up_requested',
    ]);
  });

  it('reaches us before the reply to our own call', async () => {
    const customer = await stage.customer();
    const { id } = await stage.request(customer, 2_000);
    stage.stripe.fail('lost-reply');
    await expect(stage.open(id)).rejects.toMatchObject({ code: 'payments_unavailable' });
    expect(await stage.find(id)).toMatchObject({ sessionId: null, payUrl: null });
    const session = stage.stripe.pay(stage.stripe.sessionOf(id));
    await stage.deliver(stage.stripe.event(completed, session));
    expect(await stage.find(id)).toMatchObject({ state: 'paid', sessionId: session.id });
    expect(await stage.balanceOf(customer)).toBe(2_000);
  });
});

describeStripe('a webhook', (stage) => {
  it('needs the signature of Stripe, fresh and over these bytes', async () => {
    const customer = await stage.customer();
    const topUp = await stage.topUp(customer, 1_000);
    const session = stage.stripe.pay(stage.stripe.sessionOf(topUp.id));
    const good = stage.stripe.event(completed, session);
    const { 'stripe-signature': signature = '' } = good.headers;
    const old = Date.now() - 6 * 60_000;
    const before = await stage.service.database.first(countEvents, {});
    for (const wrong of [
      stage.stripe.event(completed, session, { secret: 'whsec_other' }),
      stage.stripe.event(completed, session, { at: old }),
      { ...good, body: good.body.replace('1000', '9000') },
      { ...good, body: `${good.body} ` },
      { ...good, body: '' },
      { ...good, headers: { 'content-type': 'application/json' } },
      { ...good, headers: { ...good.headers, 'stripe-signature': signature.replace('v1', 'v2') } },
      { body: 'x=1', headers: { 'content-type': 'text/plain', 'stripe-signature': signature } },
    ]) {
      const answer = await stage.send(wrong);
      expect([answer.status, await answer.json()]).toEqual([
        400,
        {
          error: 'The Stripe-Signature header does not fit the body.',
          code: 'invalid_signature',
          fields: [],
        },
      ]);
    }
    expect(await stage.balanceOf(customer)).toBe(0);
    expect(await stage.find(topUp.id)).toMatchObject({ state: 'created' });
    expect(await stage.service.database.first(countEvents, {})).toEqual(before);
    await stage.deliver(good);
    expect(await stage.balanceOf(customer)).toBe(1_000);
  });

  it('may be larger than requests to the API, and not without end', async () => {
    const large = stage.stripe.event('invoice.paid', { note: 'x'.repeat(200_000) });
    await stage.deliver(large);
    const endless = stage.stripe.event('invoice.paid', { note: 'x'.repeat(2_000_000) });
    expect((await stage.send(endless)).status).toBe(413);
  });

  it('about anything else is taken and forgotten', async () => {
    const event = stage.stripe.event('customer.created', { id: 'cus_1' });
    await stage.deliver(event);
    expect(await stage.problemOf(event.id)).toBeUndefined();
  });
});

describeStripe('what does not fit', (stage) => {
  it.each([
    ['less', { amount_total: 999 }],
    ['more', { amount_total: 1_001 }],
    ['another currency', { currency: 'eur' }],
  ])('is kept for the operator: %s was paid', async (_, change) => {
    const customer = await stage.customer();
    const topUp = await stage.topUp(customer, 1_000);
    const session = stage.stripe.pay(stage.stripe.sessionOf(topUp.id));
    const event = stage.stripe.event(completed, { ...session, ...change });
    await stage.deliver(event);
    expect(await stage.problemOf(event.id)).toMatch(`for ${topUp.id}, which asks for 10 USD`);
    expect(await stage.balanceOf(customer)).toBe(0);
    expect(await stage.find(topUp.id)).toMatchObject({ state: 'created' });
    expect(stage.service.log).toContainEqual(
      expect.objectContaining({ msg: 'payment problem', event: event.id }),
    );
  });

  it('is kept for the operator: a payment for an unknown top-up', async () => {
    const session = {
      id: 'cs_foreign',
      status: 'complete',
      payment_status: 'paid',
      amount_total: 7_700,
      currency: 'usd',
      client_reference_id: 'top_unknown',
      customer_details: { email: 'somebody@example.com' },
    };
    for (const reference of ['top_unknown', 'order 17', null]) {
      const event = stage.stripe.event(completed, { ...session, client_reference_id: reference });
      await stage.deliver(event);
      expect(await stage.problemOf(event.id)).toBe(
        '77 USD were paid in cs_foreign for an unknown top-up.',
      );
    }
    const { stdout } = await runCommand(stage.service.place, 'payments', 'problems', '--json');
    const { problems } = JSON.parse(stdout) as { problems: { problem: string; details: object }[] };
    expect(problems.filter(({ problem }) => problem.includes('cs_foreign'))).toHaveLength(3);
    expect(problems[0]?.details).toMatchObject({ id: 'cs_foreign', amountCents: 7_700 });
    expect(stdout).not.toContain('somebody@example.com');
  });

  it('is kept for the operator: the same top-up paid in two sessions', async () => {
    const customer = await stage.customer();
    const topUp = await stage.topUp(customer, 1_000);
    const session = stage.stripe.pay(stage.stripe.sessionOf(topUp.id));
    await stage.deliver(stage.stripe.event(completed, session));
    const event = stage.stripe.event(completed, { ...session, id: 'cs_second' });
    await stage.deliver(event);
    expect(await stage.problemOf(event.id)).toMatch(`${topUp.id} was paid a second time`);
    expect(await stage.balanceOf(customer)).toBe(1_000);
  });

  it('is kept for the operator: refunds and disputes, which debit nothing by themselves', async () => {
    const customer = await stage.customer();
    const topUp = await stage.topUp(customer, 3_000);
    const session = stage.stripe.pay(stage.stripe.sessionOf(topUp.id));
    await stage.deliver(stage.stripe.event(completed, session));
    const { payment_intent } = session;
    const refund = stage.stripe.event('charge.refunded', { payment_intent, amount_refunded: 500 });
    const dispute = stage.stripe.event('charge.dispute.created', { payment_intent, amount: 3_000 });
    const foreign = stage.stripe.event('charge.refunded', {
      payment_intent: 'pi_foreign',
      amount_refunded: 1,
    });
    await stage.deliver(refund, refund, dispute, foreign);
    expect(await stage.problemOf(refund.id)).toMatch(`5 USD of payment ${payment_intent}`);
    expect(await stage.problemOf(dispute.id)).toMatch('30 USD');
    expect(await stage.problemOf(foreign.id)).toMatch('no top-up has this payment');
    expect(await stage.balanceOf(customer)).toBe(3_000);
    expect(await stage.actionsOf(customer)).toEqual([
      'credits.payment_disputed',
      'credits.payment_refunded',
      'credits.top_up',
      'credits.top_up_requested',
    ]);
  });
});
