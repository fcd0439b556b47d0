/** Renewals that are ordered with a top-up: they begin when it is paid, each once. */
import { dayMs } from '@hostmaster/contract/durations';
import { contact, until } from '@hostmaster/test-rig/service';
import { beforeAll, expect, it } from 'vitest';
import { readActivity } from '../../packages/server/src/workspaces/activity.ts';
import { describeStripe } from '../payments/stripe-stage.ts';
import { member } from './people.ts';

const price = 14;

describeStripe('renewals with a top-up', (stage) => {
  beforeAll(() => stage.deliverWebhooks());

  /** Domains that expired for lack of credits. */
  async function expired(count: number) {
    const person = await member(stage.service, { credits: String(12 * count) });
    const { workspace, page, inside } = person;
    const names: string[] = [];
    for (let i = 0; i < count; i += 1) {
      const domain = stage.service.freshName('unpaid');
      await workspace.client.call('registerDomain', { domain, contact, autoRenew: true });
      names.push(domain);
    }
    await stage.service.settled();
    await stage.service.advanceCalendar(370 * dayMs);
    // Each is still tried once, late: with the credits of a test it would be renewed.
    await until('their automatic renewals have failed', async () => {
      const activity = await readActivity(stage.service.database, { ...inside, limit: 20 });
      const failed = activity.filter(({ action }) => action === 'domain.auto_renewal_failed');
      return failed.length === count;
    });
    const overview = await page.call('getOverview', inside);
    expect(overview.unpaid).toMatchObject({
      missingCredits: count * price,
      topUp: { provider: 'stripe', credits: count * price },
    });
    const renewals = overview.unpaid.domains.map(({ domain, credits }) => ({
      domain,
      maxCredits: credits,
    }));
    const topUpOf = async (topUpId: string) =>
      (await page.call('getTopUp', { ...inside, topUpId })).topUp;
    const statuses = async () =>
      (await workspace.client.call('listDomains', {})).domains.map(({ status }) => status);
    return { ...person, names, renewals, topUpOf, statuses };
  }

  it('begin when the payment arrives, and not before', async () => {
    const { page, inside, renewals, topUpOf, statuses, workspace } = await expired(3);
    const { topUp } = await page.call('createTopUp', { ...inside, credits: 3 * price, renewals });
    expect(topUp.renewals).toEqual({ waiting: 3, done: 0, refused: 0 });
    await stage.service.settled();
    expect(await statuses()).toEqual(['expired', 'expired', 'expired']);
    stage.stripe.pay(stage.stripe.sessionOf(topUp.id));
    await until('they are renewed', async () => (await topUpOf(topUp.id)).renewals.done === 3);
    expect(await statuses()).toEqual(['active', 'active', 'active']);
    await stage.service.settled();
    expect((await workspace.client.call('getAccount', {})).credits.balance).toBe(0);
    expect((await page.call('getOverview', inside)).attention).toEqual([]);
  });

  it('never begin when the payment does not come', async () => {
    const { page, inside, renewals, topUpOf, statuses } = await expired(1);
    const { topUp } = await page.call('createTopUp', { ...inside, credits: price, renewals });
    stage.stripe.expire(stage.stripe.sessionOf(topUp.id));
    await until('it expired', async () => (await topUpOf(topUp.id)).state === 'expired');
    await stage.service.settled();
    expect(await statuses()).toEqual(['expired']);
  });

  it('leave alone what was renewed meanwhile, and cost no more than was shown', async () => {
    const { page, inside, renewals, topUpOf, names, workspace } = await expired(2);
    const [renewed = '', dearer = ''] = names;
    const { topUp } = await page.call('createTopUp', { ...inside, credits: 50, renewals });
    await stage.service.addCredits(workspace, String(price));
    await workspace.client.call('renewDomain', { domain: renewed });
    await stage.service.setPrice(workspace, { tld: 'com', register: 12, renew: price + 1 });
    stage.stripe.pay(stage.stripe.sessionOf(topUp.id));
    await until('both are settled', async () => (await topUpOf(topUp.id)).renewals.waiting === 0);
    expect((await topUpOf(topUp.id)).renewals).toEqual({ waiting: 0, done: 1, refused: 1 });
    expect((await workspace.client.call('getAccount', {})).credits.balance).toBe(50);
    const activity = await readActivity(stage.service.database, { ...inside, limit: 20 });
    expect(activity).toContainEqual(
      expect.objectContaining({ action: 'domain.paid_renewal_failed', subject: dearer }),
    );
  });
});
