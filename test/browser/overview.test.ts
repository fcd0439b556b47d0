import { dayMs } from '@hostmaster/contract/durations';
import { contact } from '@hostmaster/test-rig/service';
import { expect, it } from 'vitest';
import { expectAccessible } from './accessibility.ts';
import { describeDashboard } from './browser.ts';
import { openStage } from './domain-stage.ts';
import { takePictures } from './screenshots.ts';

describeDashboard('The overview of a new workspace', (dashboard) => {
  it('says what to do first, and ticks what is done', async () => {
    const { page } = await dashboard.signedIn('overview');
    const steps = page.getByRole('region', { name: 'Get started' });
    await steps.getByText('0 of 4 complete').waitFor();
    await page.getByText("You're all caught up.").waitFor();
    await expectAccessible(page);
    await takePictures(page, 'overview-empty');

    await steps.getByRole('link', { name: 'Top up' }).click();
    await page.getByRole('heading', { name: 'Credits', level: 1 }).waitFor();
    await page.getByRole('button', { name: 'Continue to payment' }).click();
    await page.getByRole('button', { name: 'Pay', exact: true }).click();
    await page.getByText('50 credits added').waitFor();
    await page.getByRole('link', { name: 'Overview' }).click();
    await steps.getByText('1 of 4 complete').waitFor();
    await steps.getByText('Top up credits, completed').waitFor();
    await page.getByText('topped up 50 credits').waitFor();

    await steps.getByRole('button', { name: 'Dismiss' }).click();
    await steps.waitFor({ state: 'hidden' });
    await page.reload();
    await page.getByText('Recent activity').waitFor();
    expect(await steps.count()).toBe(0);
  });
});

describeDashboard('The overview while the service is out of order', (dashboard) => {
  it('says so and tries again', async () => {
    const { page } = await dashboard.signedIn('account');
    const overview = '**/dashboard/api/workspaces/*/overview';
    await page.route(overview, (route) => route.fulfill({ status: 503 }));
    await page.getByRole('link', { name: 'Overview' }).click();
    await page.getByText('Something went wrong').waitFor();
    await expectAccessible(page);
    await page.unroute(overview);
    await page.getByRole('button', { name: 'Try again' }).click();
    await page.getByText('Get started').waitFor();
  });
});

describeDashboard('The overview of a busy workspace', (dashboard) => {
  it('shows what needs attention, and lets one act at once', async () => {
    const { service } = dashboard;
    const { page, client } = await openStage(dashboard, 'overview', { credits: '90' });
    const names = ['difference-engine.com', 'analytical-engine.net', 'note-g.org', 'mill.dev'];
    for (const domain of names) {
      const autoRenew = domain !== 'difference-engine.com';
      await client.call('registerDomain', { domain, contact, autoRenew });
    }
    await service.settled();
    await client.call('registerDomain', { domain: 'bernoulli.com', contact, years: 2 });
    await service.settled();
    const www = { type: 'A', name: 'www', value: '192.0.2.1' } as const;
    await client.call('createRecord', { domain: 'note-g.org', ...www });
    await service.advanceCalendar(345 * dayMs);
    await client.call('registerDomain', { domain: 'sandbox-reject-store.com', contact });
    await service.settled();
    await page.reload();

    const attention = page.getByRole('region', { name: 'Needs attention' });
    await attention.getByText(/more credits to cover renewals in the next 30 days/).waitFor();
    await attention.getByText(/couldn't be registered. Your credits were refunded/).waitFor();
    await attention.getByText(/expires in 2 weeks and auto-renew is off/).waitFor();
    const domains = page.getByRole('region', { name: 'Domains' });
    await domains.getByRole('link', { name: 'Expiring soon 4' }).waitFor();
    await expectAccessible(page);
    await takePictures(page, 'overview');

    const turnOn = { name: 'Turn on auto-renew for difference-engine.com' };
    await attention.getByRole('button', turnOn).click();
    await page.getByText('Auto-renew is on for difference-engine.com').first().waitFor();
    expect(await attention.getByRole('button', turnOn).count()).toBe(0);
    const { domain } = await client.call('getDomain', { domain: 'difference-engine.com' });
    expect(domain.autoRenew).toBe(true);

    await domains.getByRole('link', { name: 'Active 1' }).click();
    await page.getByRole('link', { name: 'bernoulli.com' }).waitFor();
  });

  it('takes what is missing along to the top-up', async () => {
    const { page } = await dashboard.signedIn('overview');
    const attention = page.getByRole('region', { name: 'Needs attention' });
    const text = await attention.getByText(/You need/).innerText();
    const missing = /(\d+) more credits?/.exec(text)?.[1];
    await attention.getByRole('link', { name: 'Top up' }).click();
    expect(await page.getByRole('textbox', { name: 'Credits' }).inputValue()).toBe(missing);
  });

  it('sums up what expired for lack of credits, and renews all of it with one button', async () => {
    const { service } = dashboard;
    const { page, client } = await openStage(dashboard, 'overview');
    await service.advanceCalendar(25 * dayMs);
    await page.reload();
    const attention = page.getByRole('region', { name: 'Needs attention' });
    const unpaid = attention.getByRole('listitem').filter({ hasText: 'your balance was too low' });
    await unpaid.waitFor();
    await unpaid.getByText(/^\d domains expired because your balance was too low:/).waitFor();
    expect(await attention.getByRole('link', { name: /^View / }).count()).toBe(0);
    await expectAccessible(page);
    await unpaid.getByRole('button', { name: /^Top up \d+ credits and renew all$/ }).click();
    await page.getByText(/credits are in your balance\. \d domains renewed\./).waitFor();
    await page.getByRole('link', { name: 'Overview' }).click();
    await attention.waitFor();
    expect(await unpaid.count()).toBe(0);
    const { domains } = await client.call('listDomains', {});
    expect(domains.filter(({ status }) => status === 'expired')).toEqual([]);
  });
});
