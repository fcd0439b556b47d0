import { expectRefusal } from '@hostmaster/test-rig/api-client';
import { describeOnBothEngines } from '@hostmaster/test-rig/engines';
import { openRegistryFront } from '@hostmaster/test-rig/registry-front';
import { describeService, TestService, until } from '@hostmaster/test-rig/service';
import { beforeAll, expect, it } from 'vitest';
import { readActivity } from '../../packages/server/src/workspaces/activity.ts';
import { describeStripe } from '../payments/stripe-stage.ts';
import { type Member, member } from './people.ts';

describeService('a test payment in the sandbox', (service) => {
  it('200: leads to a page of the dashboard, where the customer decides', async () => {
    const { page, inside, person } = await member(service, { credits: '10' });
    const { topUp, payUrl } = await page.call('createTopUp', { ...inside, credits: 50.25 });
    expect(topUp).toMatchObject({ state: 'created', provider: 'sandbox', credits: 50.25 });
    expect(payUrl).toBe(`/dashboard/${inside.workspaceId}/credits/pay/${topUp.id}`);
    const topUpId = topUp.id;
    expect(await page.call('getTopUp', { ...inside, topUpId })).toEqual({ topUp });
    const paid = await page.call('payTopUp', { ...inside, topUpId, outcome: 'succeed' });
    expect(paid.topUp).toEqual({ ...topUp, state: 'paid' });
    expect((await page.call('getCredits', inside)).balance).toBe(60.25);
    const [last] = await readActivity(service.database, { ...inside, limit: 1 });
    expect(last).toMatchObject({
      action: 'credits.top_up',
      actor: { kind: 'user', id: person.id },
      subject: topUpId,
      details: { credits: 50.25, provider: 'sandbox' },
    });
  });

  it('200: a double click pays once', async () => {
    const { page, inside } = await member(service, { credits: '0' });
    const { topUp } = await page.call('createTopUp', { ...inside, credits: 5 });
    const pay = { ...inside, topUpId: topUp.id, outcome: 'succeed' };
    const answers = await Promise.all([1, 2, 3, 4].map(() => page.request('payTopUp', pay)));
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200]);
    expect((await page.call('getCredits', inside)).balance).toBe(5);
  });

  it('200: one Idempotency-Key is one top-up', async () => {
    const { page, inside } = await member(service);
    const headers = { 'idempotency-key': 'double click' };
    const input = { ...inside, credits: 25 };
    const answers = await Promise.all(
      [1, 2, 3].map(() => page.request('createTopUp', input, { headers })),
    );
    answers.push(await page.request('createTopUp', input, { headers }));
    expect(new Set(answers.map(({ text }) => text)).size).toBe(1);
    const another = await page.request('createTopUp', { ...input, credits: 26 }, { headers });
    expectRefusal(another, { status: 422, code: 'idempotency_key_reused' });
  });

  it('409: a top-up that has ended cannot be settled again', async () => {
    const { page, inside } = await member(service, { credits: '0' });
    const { topUp } = await page.call('createTopUp', { ...inside, credits: 5 });
    const decide = (outcome: string) =>
      page.request('payTopUp', { ...inside, topUpId: topUp.id, outcome });
    expect((await decide('fail')).body).toMatchObject({ topUp: { state: 'failed' } });
    expect((await decide('fail')).status).toBe(200);
    expectRefusal(await decide('succeed'), { status: 409, code: 'top_up_settled' });
    expect((await page.call('getCredits', inside)).balance).toBe(0);
  });

  it.each([
    ['too little', 4.99],
    ['too much', 10_000.01],
    ['negative', -25],
    ['three decimals', 25.001],
    ['a text', '25'],
    ['nothing', undefined],
    ['null', null],
  ])('400: %s', async (_, credits) => {
    const { page, inside } = await member(service);
    const path = `/dashboard/api/workspaces/${inside.workspaceId}/top-ups`;
    const answer = await page.send('POST', path, { json: { credits } });
    expectRefusal(answer, { status: 400, code: 'invalid_request', fields: ['credits'] });
    expect((await page.call('listStatement', { ...inside, kind: 'top_up' })).entries).toEqual([]);
  });

  it('200: the smallest and the largest', async () => {
    const { page, inside } = await member(service);
    for (const credits of [5, 10_000, 9_999.99]) {
      const { topUp } = await page.call('createTopUp', { ...inside, credits });
      expect(topUp.credits).toBe(credits);
    }
  });

  it('400: an unknown outcome', async () => {
    const { page, inside } = await member(service);
    const { topUp } = await page.call('createTopUp', { ...inside, credits: 5 });
    const input = { ...inside, topUpId: topUp.id, outcome: 'perhaps' };
    const answer = await page.request('payTopUp', input);
    expectRefusal(answer, { status: 400, code: 'invalid_request', fields: ['outcome'] });
  });

  it("404: another workspace's top-up answers like one that does not exist", async () => {
    const other = await member(service);
    const { topUp } = await other.page.call('createTopUp', { ...other.inside, credits: 5 });
    const { page, inside } = await member(service);
    for (const name of ['getTopUp', 'payTopUp'] as const) {
      const input = { ...inside, ...(name === 'payTopUp' ? { outcome: 'succeed' } : {}) };
      const foreign = await page.request(name, { ...input, topUpId: topUp.id });
      const missing = await page.request(name, { ...input, topUpId: 'top_none' });
      expectRefusal(foreign, { status: 404, code: 'top_up_not_found' });
      expect(foreign.text).toBe(missing.text);
    }
    expect((await other.page.call('getCredits', other.inside)).balance).toBe(1_000);
  });

  it('403: another page cannot start a payment', async () => {
    const { page, inside } = await member(service);
    const refused = await page.request(
      'createTopUp',
      { ...inside, credits: 5 },
      { without: ['x-csrf-token'] },
    );
    expectRefusal(refused, { status: 403, code: 'csrf_refused' });
  });
});

describeStripe('a payment by Stripe', (stage) => {
  beforeAll(() => stage.deliverWebhooks());

  it('200: is paid on the page of Stripe and then shown here', async () => {
    const { page, inside } = await member(stage.service, { credits: '1' });
    expect((await page.open()).service.payments).toBe('stripe');
    const { topUp, payUrl } = await page.call('createTopUp', { ...inside, credits: 50 });
    const back = await fetch(payUrl, { method: 'POST', redirect: 'manual' });
    expect(back.headers.get('location')).toMatch(
      new RegExp(`/dashboard/${inside.workspaceId}/credits\\?topUp=${topUp.id}$`),
    );
    expect(await stateOf({ page, inside }, topUp.id)).toBe('paid');
    expect((await page.call('getCredits', inside)).balance).toBe(51);
    const { entries } = await page.call('listStatement', inside);
    expect(entries[0]).toMatchObject({ description: 'Top-up by card', credits: 50, balance: 51 });
  });

  it('200: is found by asking when the customer is back before the webhook', async () => {
    const { page, inside } = await member(stage.service, { credits: '0' });
    const { topUp } = await page.call('createTopUp', { ...inside, credits: 20 });
    stage.stripe.pay(stage.stripe.sessionOf(topUp.id));
    await until('it is paid', async () => (await stateOf({ page, inside }, topUp.id)) === 'paid');
    expect((await page.call('getCredits', inside)).balance).toBe(20);
  });

  it('200: its state can be seen while Stripe is unreachable', async () => {
    const { page, inside } = await member(stage.service, { credits: '0' });
    const { topUp } = await page.call('createTopUp', { ...inside, credits: 20 });
    const question = `GET /v1/checkout/sessions/${stage.stripe.sessionOf(topUp.id).id}`;
    stage.stripe.fail('down');
    await until('Stripe was asked', async () => {
      expect(await stateOf({ page, inside }, topUp.id)).toBe('created');
      return stage.stripe.calls.includes(question);
    });
  });

  it('503: a lost reply costs nothing, and the same Idempotency-Key finds the same payment', async () => {
    const { page, inside } = await member(stage.service, { credits: '0' });
    const headers = { 'idempotency-key': 'a lost reply' };
    const input = { ...inside, credits: 30 };
    for (const fault of ['error', 'down', 'lost-reply'] as const) {
      stage.stripe.fail(fault);
      const refused = await page.request('createTopUp', input, { headers });
      expectRefusal(refused, { status: 503, code: 'payments_unavailable' });
      expect(refused.headers['retry-after']).toBe('2');
    }
    const answer = await page.request('createTopUp', input, { headers });
    const again = await page.request('createTopUp', input, { headers });
    expect([answer.status, again.text]).toEqual([200, answer.text]);
    const { topUp } = answer.body as { topUp: { id: string } };
    stage.stripe.pay(stage.stripe.sessionOf(topUp.id));
    await until('it is paid', async () => (await stateOf({ page, inside }, topUp.id)) === 'paid');
    expect((await page.call('getCredits', inside)).balance).toBe(30);
  });

  it('404: a Stripe top-up cannot be settled as a test payment', async () => {
    const { page, inside } = await member(stage.service, { credits: '0' });
    const { topUp } = await page.call('createTopUp', { ...inside, credits: 20 });
    const input = { ...inside, topUpId: topUp.id, outcome: 'succeed' };
    const refused = await page.request('payTopUp', input);
    expectRefusal(refused, { status: 404, code: 'top_up_not_found' });
    expect((await page.call('getCredits', inside)).balance).toBe(0);
  });
});

describeOnBothEngines('in production without Stripe', (engine) => {
  it('409: says who adds credits instead', async () => {
    const place = await engine.place();
    const registry = await openRegistryFront(place);
    engine.afterwards(() => registry.close());
    const settings = { ...registry.settings, HOSTMASTER_MODE: 'production' };
    const service = new TestService(engine, { settings });
    await service.start();
    const { page, inside } = await member(service);
    const refused = await page.request('createTopUp', { ...inside, credits: 25 });
    expectRefusal(refused, { status: 409, code: 'payments_off' });
    expect(refused.text).toContain('Ask the operator');
    expect((await page.call('getCredits', inside)).topUp.provider).toBe('none');
    const absent = await service.client.send('POST', '/webhooks/stripe', { json: {} });
    expectRefusal(absent, { status: 404, code: 'route_not_found' });
    await service.stop();
  });
});

async function stateOf(
  { page, inside }: Pick<Member, 'page' | 'inside'>,
  topUpId: string,
): Promise<string> {
  return (await page.call('getTopUp', { ...inside, topUpId })).topUp.state;
}
