/** What a first visit may cost: bytes of script, and requests. */
import { gzipSync } from 'node:zlib';
import type { Page, Request } from 'playwright-core';
import { expect, it } from 'vitest';
import { describeDashboard, owner, type TestDashboard } from './browser.ts';
import { openDns } from './dns-stage.ts';

const kb = 1_000;
const requestsMax = 15;

describeDashboard('The budget of a first visit', (dashboard) => {
  it('sign-in', async () => {
    await dashboard.owner();
    const cost = await firstVisit(dashboard, '/sign-in', (page) =>
      page.getByRole('button', { name: 'Sign in' }).waitFor(),
    );
    expect(cost.scriptBytes).toBeGreaterThan(50 * kb);
    expect(cost.scriptBytes).toBeLessThanOrEqual(130 * kb);
    expect(cost.requests).toBeLessThanOrEqual(requestsMax);
  });

  it('sign-in has its form before any script, and takes over what was typed', async () => {
    await dashboard.owner();
    const { page } = await dashboard.newVisitor();
    const scripts = Promise.withResolvers<void>();
    await page.route('**/assets/*.js', async (route) => {
      await scripts.promise;
      await route.continue();
    });
    await page.goto(dashboard.address('/sign-in'), { waitUntil: 'commit' });
    await page.getByLabel('Email address').fill(owner.email);
    await page.getByLabel('Password', { exact: true }).fill(owner.password);
    await page.getByRole('button', { name: 'Sign in' }).click();
    scripts.resolve();
    await page.getByRole('heading', { name: 'Overview', level: 1 }).waitFor();
  });

  it('every page of a workspace', async () => {
    const record = { type: 'A', name: 'www', value: '192.0.2.1' } as const;
    const { domain, workspaceId } = await openDns(dashboard, { records: [record] });
    for (const [path, ready] of [
      ['overview', 'Recent activity'],
      [`domains/${domain}/dns`, '192.0.2.1'],
      ['domains', domain],
      ['domains/register/budget-loom.com', 'Registration period'],
      ['credits', 'Statement'],
      ['credits/spending', 'By month'],
      ['credits/receipts', 'Billing details'],
      ['settings/tokens', 'Create token'],
      [`domains/${domain}/nameservers`, 'Save nameservers'],
      [`domains/${domain}/settings`, 'Auto-renew'],
      [`domains/${domain}/history`, 'added'],
      [`domains/${domain}/activity`, 'Activity'],
      ['domains/search', 'Find a domain'],
      ['domains/transfers', 'Transfers'],
      ['domains/transfers/new', 'Transfer a domain'],
      ['domains/transfers/list', 'Domains and auth codes'],
      ['activity', 'Activity'],
      ['settings/update-keys', 'Dynamic DNS keys'],
      ['settings/webhooks', 'Webhooks'],
      ['settings/contacts', 'Contacts'],
      ['settings/workspace', 'Workspace'],
      ['settings/members', 'Members'],
      ['settings/templates', 'Templates'],
      ['domains/look-up', 'Look up a domain'],
      ['bulk', 'Bulk changes'],
      ['connect', 'Connect a command line'],
      ['account/recent-access', 'Recent access'],
      ['help', 'Help'],
      ['account', 'Account'],
    ] as const) {
      const cost = await firstVisit(dashboard, `/${workspaceId}/${path}`, (page) =>
        page.getByRole('main').getByText(ready).first().waitFor(),
      );
      expect(cost.scriptBytes, path).toBeGreaterThan(100 * kb);
      expect(cost.scriptBytes, path).toBeLessThanOrEqual(200 * kb);
      expect(cost.requests, path).toBeLessThanOrEqual(requestsMax);
    }
  });

  it('mails are fetched by the mailbox only, whatever the person does', async () => {
    const { workspaceId, cookies } = await dashboard.owner();
    const { page, context } = await dashboard.newVisitor();
    await context.addCookies(cookies);
    const fetched: string[] = [];
    page.on('request', (request) => fetched.push(new URL(request.url()).pathname));
    await page.clock.install();
    await page.goto(dashboard.address(`/${workspaceId}/overview`));
    await page.getByRole('heading', { name: 'Overview', level: 1 }).waitFor();
    await page.mouse.move(100, 100);
    await page.keyboard.press('Tab');
    for (const name of ['Domains', 'Credits', 'Overview']) {
      await page.getByRole('link', { name, exact: true }).first().click();
      await page.getByRole('heading', { name, level: 1 }).waitFor();
      await page.clock.runFor(20_000);
    }
    const isMails = (path: string) => path.endsWith('/mails');
    expect(fetched.filter(isMails)).toEqual([]);
    await page.getByRole('link', { name: 'Mailbox', exact: true }).click();
    await page.getByRole('list', { name: 'Messages' }).waitFor();
    expect(fetched.filter(isMails)).not.toEqual([]);
  });
});

/** With an empty cache, until the page shows what it is for. */
async function firstVisit(
  dashboard: TestDashboard,
  path: string,
  ready: (page: Page) => Promise<void>,
): Promise<{ readonly scriptBytes: number; readonly requests: number }> {
  const { page, context } = await dashboard.newVisitor();
  const { cookies } = await dashboard.owner();
  if (!path.startsWith('/sign-in')) await context.addCookies(cookies);
  const requests: Request[] = [];
  page.on('requestfinished', (request) => requests.push(request));
  await page.clock.install();
  await page.goto(dashboard.address(path));
  await ready(page);
  // Nothing more is loaded until the person acts, however long that takes.
  await page.clock.runFor(10_000);
  await page.evaluate("fetch('/healthz').then(() => undefined)");
  expect(requests.map((request) => request.url()).filter((url) => /\/mails$/.test(url))).toEqual(
    [],
  );
  const counted = [...requests];
  // Asked for after the count, because a request that ends while the page closes has no body.
  const scripts = await Promise.all(
    counted
      .filter((request) => request.resourceType() === 'script')
      .map(async (request) => (await request.response())?.body()),
  );
  return {
    // This browser takes Brotli, which is smaller; proxies often speak gzip only.
    scriptBytes: scripts.reduce((sum, script) => sum + gzipSync(script ?? '').length, 0),
    requests: counted.length,
  };
}
