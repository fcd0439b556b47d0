/** Pages follow what happens elsewhere, and one request per browser waits for it. */

import { contact } from '@hostmaster/test-rig/service';
import type { Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { describeDashboard } from './browser.ts';
import { editRecord, openDns } from './dns-stage.ts';

describeDashboard('Live updates', (dashboard) => {
  it('show changes of others in every tab, with one waiting request for all of them', async () => {
    const { page, domain, client, workspaceId } = await openDns(dashboard);
    const { context } = await dashboard.newVisitor();
    await context.addCookies(await page.context().cookies());
    const tabs: Page[] = [];
    let waiting = 0;
    const count = (tab: Page) => {
      tab.on('request', (request) => {
        if (request.url().includes('/v1/events')) waiting += 1;
      });
      const end = (request: { url(): string }) => {
        if (request.url().includes('/v1/events')) waiting -= 1;
      };
      tab.on('requestfinished', end);
      tab.on('requestfailed', end);
    };
    for (const path of [`domains/${domain}/dns`, 'domains', 'overview']) {
      const tab = await context.newPage();
      count(tab);
      tabs.push(tab);
      await tab.goto(dashboard.address(`/${workspaceId}/${path}`));
    }
    const [dns, list, overview] = tabs;
    await list?.getByText(domain).first().waitFor();
    await dns?.getByRole('button', { name: 'Add record' }).waitFor();
    await expect.poll(() => waiting).toBe(1);
    await client.call('createRecord', { domain, type: 'A', name: 'live', value: '192.0.2.77' });
    await overview?.getByText('192.0.2.77').first().waitFor();
    await dns?.getByRole('cell', { name: '192.0.2.77', exact: true }).waitFor();
    const other = await dashboard.service.liveDomain(client);
    await list?.getByText(other).first().waitFor();
    await expect.poll(() => waiting).toBe(1);

    // Each tab that is closed hands its place on.
    await tabs[0]?.close();
    await tabs[2]?.close();
    const third = await dashboard.service.liveDomain(client);
    await list?.getByText(third).first().waitFor();
  });

  it('come after a first answer that is older than they are', async () => {
    const { service } = dashboard;
    const { page, client, workspaceId } = await openDns(dashboard);
    const name = service.freshName();
    const held = service.registry.hold('create', name);
    const told = page.waitForResponse(
      async (response) =>
        response.url().includes('/v1/events') &&
        (await response.text()).includes('domain.registered'),
    );
    // Before anything happens: a request on its way while interception begins is never reported.
    let asked = 0;
    await page.route(`**/domains/${name}`, async (route) => {
      asked += 1;
      if (asked > 1) return route.continue();
      const response = await route.fetch();
      held.release();
      await told;
      return route.fulfill({ response });
    });
    await client.call('registerDomain', { domain: name, contact });
    await page.getByRole('link', { name: 'Domains', exact: true }).first().click();
    await page.getByRole('link', { name }).first().click();
    // Without another question the page would wait for the next look.
    await page.getByText('Active', { exact: true }).first().waitFor({ timeout: 20_000 });
    expect(page.url()).toContain(workspaceId);
  });

  it('include what happened while the page was loading', async () => {
    for (const isAlone of [true, false]) {
      const { page, domain, client, workspaceId } = await openDns(dashboard);
      const { context } = await dashboard.newVisitor();
      await context.addCookies(await page.context().cookies());
      const dns = await context.newPage();
      if (!isAlone) await dns.goto(dashboard.address(`/${workspaceId}/domains/${domain}/dns`));
      const overview = await context.newPage();
      const scripts = Promise.withResolvers<void>();
      await overview.route('**/assets/*.js', async (route) => {
        await scripts.promise;
        await route.continue();
      });
      const answered = overview.waitForResponse('**/api/**/overview');
      await overview.goto(dashboard.address(`/${workspaceId}/overview`), { waitUntil: 'commit' });
      await answered;
      const value = isAlone ? '192.0.2.79' : '192.0.2.80';
      await client.call('createRecord', { domain, type: 'A', name: 'soon', value });
      if (!isAlone) await dns.getByRole('cell', { name: value, exact: true }).waitFor();
      scripts.resolve();
      await overview.getByText(value).first().waitFor();
    }
  });

  it('leave a row alone that is being edited, and show the changes when it is closed', async () => {
    const record = { type: 'A', name: 'www', value: '192.0.2.1' } as const;
    const { page, domain, client } = await openDns(dashboard, { records: [record] });
    const watching = (await dashboard.signedIn(`domains/${domain}/dns`)).page;
    const form = await editRecord(page, `A record of www.${domain}`);
    const address = form.getByLabel('IPv4 address');
    await address.fill('192.0.2.2');
    const before = await address.boundingBox();
    await client.call('createRecord', { domain, type: 'A', name: 'above', value: '192.0.2.78' });
    await watching.getByRole('cell', { name: '192.0.2.78', exact: true }).waitFor();
    expect(await address.boundingBox()).toEqual(before);
    expect(await address.inputValue()).toBe('192.0.2.2');
    await address.press('Escape');
    await page.getByRole('cell', { name: '192.0.2.78', exact: true }).waitFor();
  });
});
