/** What a first visit may cost: bytes of script, and requests. */
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

  it('every page of a workspace that people open first', async () => {
    const record = { type: 'A', name: 'www', value: '192.0.2.1' } as const;
    const { domain, workspaceId } = await openDns(dashboard, { records: [record] });
    for (const [path, ready] of [
      ['overview', 'Recent activity'],
      [`domains/${domain}/dns`, '192.0.2.1'],
      ['domains', domain],
      ['domains/register/budget-loom.com', 'Registration period'],
      ['credits', 'Statement'],
      ['settings/tokens', 'Create token'],
    ] as const) {
      const cost = await firstVisit(dashboard, `/${workspaceId}/${path}`, (page) =>
        page.getByText(ready).first().waitFor(),
      );
      expect(cost.scriptBytes, path).toBeGreaterThan(100 * kb);
      expect(cost.scriptBytes, path).toBeLessThanOrEqual(200 * kb);
      expect(cost.requests, path).toBeLessThanOrEqual(requestsMax);
    }
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
  // Asked for after the count, because a request that ends while the page closes has no size.
  const scripts = await Promise.all(
    counted
      .filter((request) => request.resourceType() === 'script')
      .map((request) => request.sizes()),
  );
  return {
    scriptBytes: scripts.reduce((sum, { responseBodySize }) => sum + responseBodySize, 0),
    requests: counted.length,
  };
}
