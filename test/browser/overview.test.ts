import { contact } from '@hostmaster/test-rig/service';
import { expect, it } from 'vitest';
import { expectAccessible } from './accessibility.ts';
import { describeDashboard } from './browser.ts';
import { openStage } from './domain-stage.ts';
import { takePictures } from './screenshots.ts';

const dayMs = 86_400_000;

const pages = [
  ['overview', 'Overview'],
  ['credits', 'Credits'],
  ['settings/tokens', 'API tokens'],
  ['settings/update-keys', 'UPDATE keys'],
  ['settings/contacts', 'Contacts'],
  ['settings/workspace', 'Workspace'],
] as const;

describeDashboard('The overview of a new workspace', (dashboard) => {
  it('says what to do first, and ticks what is done', async () => {
    const { page } = await dashboard.signedIn('overview');
    const steps = page.getByRole('region', { name: 'Getting started' });
    await steps.getByText('0 of 4 done.').waitFor();
    await page.getByText('All is well: nothing waits for you.').waitFor();
    await expectAccessible(page);
    await takePictures(page, 'overview-empty');

    await steps.getByRole('link', { name: 'Top up' }).click();
    await page.getByRole('heading', { name: 'Credits', level: 1 }).waitFor();
    await page.getByRole('button', { name: 'Continue to payment' }).click();
    await page.getByRole('button', { name: 'Pay', exact: true }).click();
    await page.getByText('50 credits added').waitFor();
    await page.getByRole('link', { name: 'Overview' }).click();
    await steps.getByText('1 of 4 done.').waitFor();
    await steps.getByText('Top up credits, done').waitFor();
    await page.getByText('topped up 50 credits').waitFor();

    await steps.getByRole('button', { name: 'Hide' }).click();
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
    await page.getByText('Getting started').waitFor();
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
    await attention.getByText(/credits missing for the renewals of the next 30 days/).waitFor();
    await attention.getByText(/could not be registered; its credits are back/).waitFor();
    await attention.getByText(/expires in 2 weeks, and nobody renews it/).waitFor();
    const domains = page.getByRole('region', { name: 'Domains' });
    await domains.getByRole('link', { name: 'Expiring soon 4' }).waitFor();
    await expectAccessible(page);
    await takePictures(page, 'overview');

    const turnOn = { name: 'Turn on auto-renewal of difference-engine.com' };
    await attention.getByRole('button', turnOn).click();
    await page.getByText('difference-engine.com renews by itself now').first().waitFor();
    expect(await attention.getByRole('button', turnOn).count()).toBe(0);
    const { domain } = await client.call('getDomain', { domain: 'difference-engine.com' });
    expect(domain.autoRenew).toBe(true);

    await domains.getByRole('link', { name: 'Active 1' }).click();
    await page.getByRole('link', { name: 'bernoulli.com' }).waitFor();
  });

  it('takes what is missing along to the top-up', async () => {
    const { page } = await dashboard.signedIn('overview');
    const attention = page.getByRole('region', { name: 'Needs attention' });
    const text = await attention.getByText(/missing/).innerText();
    const missing = /(\d+) credits? missing/.exec(text)?.[1];
    await attention.getByRole('link', { name: 'Top up' }).click();
    expect(await page.getByRole('textbox', { name: 'Credits' }).inputValue()).toBe(missing);
  });

  it('and every page beside it fits a phone in the dark', async () => {
    for (const [path, title] of pages) {
      const { page } = await dashboard.signedIn(path, { width: 'phone', theme: 'dark' });
      await page.getByRole('heading', { name: title, level: 1 }).waitFor();
      await page.getByRole('status').filter({ hasText: 'Loading' }).waitFor({ state: 'detached' });
      await expectAccessible(page);
      const fits = await page.evaluate('document.documentElement.scrollWidth <= innerWidth');
      expect(fits, path).toBe(true);
    }
  });
});
