/** 1,000 domains and 2,000 records: heads, search and actions stay in view, and matches are counted. */
import { dayMs } from '@hostmaster/contract/durations';
import type { Locator, Page } from 'playwright-core';
import { expect, it, onTestFinished } from 'vitest';
import { deletePortfolio, insertPortfolio } from '../lifecycle/portfolio.ts';
import { expectAccessible } from './accessibility.ts';
import { describeDashboard } from './browser.ts';
import { openDns } from './dns-stage.ts';
import { openStage } from './domain-stage.ts';
import { takePictures } from './screenshots.ts';

const prefix = 'name-of-a-portfolio-that-is-rather-long';

describeDashboard('Large lists', (dashboard) => {
  const { service } = dashboard;

  it('1,000 domains: the filter stays, matches are counted, and 337 expired ones are one line', async () => {
    const { page, workspaceId } = await openStage(dashboard, 'account');
    onTestFinished(() => deletePortfolio(service.database, prefix));
    const now = Date.now();
    await insertPortfolio(service.database, {
      workspaceId,
      count: 1_000,
      prefix,
      expiresAt: (i) => now + (i < 337 ? -1 - (i % 20) : 40 + (i % 300)) * dayMs,
      dueAt: () => null,
      noticedUntil: now,
    });
    await page.goto(dashboard.address(`/${workspaceId}/overview`));
    const attention = page.getByRole('region', { name: 'Needs attention' });
    await attention.getByText('337 domains have expired.').waitFor();
    expect(await attention.getByRole('listitem').count()).toBe(1);
    await takePictures(page, 'large-overview');
    await attention.getByRole('link', { name: 'View expired domains' }).click();
    await page.getByText('337 of 1,000 domains').waitFor();

    const search = page.getByRole('searchbox', { name: 'Search domains' });
    await search.fill('long-99');
    await page.getByRole('button', { name: 'All 11' }).click();
    await page.getByText('11 of 1,000 domains').waitFor();
    await search.fill('');
    await scrollFar(page);
    await expectInView(page, search);
    await expectInView(page, page.getByRole('columnheader', { name: 'Expires' }));
    await expectAccessible(page);
    await takePictures(page, 'large-domains');

    await page.setViewportSize({ width: 390, height: 844 });
    await scrollFar(page);
    await expectInView(page, search);
    // Right below the search: it has not slid under it.
    const head = await page.getByRole('columnheader', { name: 'Expires' }).boundingBox();
    const above = await search.boundingBox();
    expect(head?.y ?? 0).toBeGreaterThanOrEqual((above?.y ?? 0) + (above?.height ?? 0));
    expect(head?.y ?? 0).toBeLessThan((above?.y ?? 0) + (above?.height ?? 0) + 30);
    const name = page.getByRole('row').getByRole('link').first();
    const isWhole = await name.evaluate((link) => link.scrollWidth <= link.clientWidth);
    expect(isWhole).toBe(true);
  });

  it('337 expired domains hide nothing else that needs attention', async () => {
    const { page, workspaceId } = await openStage(dashboard, 'account');
    onTestFinished(() => deletePortfolio(service.database, prefix));
    const now = Date.now();
    await insertPortfolio(service.database, {
      workspaceId,
      count: 350,
      prefix,
      expiresAt: (i) => now + (i < 337 ? -1 : 9) * dayMs,
      dueAt: () => null,
      noticedUntil: now,
    });
    await page.goto(dashboard.address(`/${workspaceId}/overview`));
    const attention = page.getByRole('region', { name: 'Needs attention' });
    await attention.getByText('337 domains have expired.').waitFor();
    await attention.getByText('13 domains expire soon').waitFor();
    expect(await attention.getByRole('listitem').count()).toBe(2);
    await attention.getByRole('link', { name: 'View expiring domains' }).click();
    await page.getByText('13 of 350 domains').waitFor();
  });

  it('2,000 records: the toolbar stays, a selection moves nothing, and each record is named', async () => {
    const { page, domain, client } = await openDns(dashboard);
    for (const from of [0, 1_000]) {
      const creates = Array.from({ length: 1_000 }, (_, index) => ({
        type: 'A' as const,
        name: `host-${from + index}`,
        value: `192.0.2.${(from + index) % 250}`,
      }));
      await client.call('changeRecords', { domain, creates });
    }
    await client.call('createRecord', { domain, type: 'A', name: 'host-0', value: '192.0.2.251' });
    await page.reload();
    const search = page.getByRole('searchbox', { name: 'Search records' });
    await search.fill('host-199');
    await page.getByText('11 of 2,001 records').waitFor();
    await search.fill('host-0.');
    await page
      .getByRole('button', { name: `Delete A record of host-0.${domain}: 192.0.2.251` })
      .waitFor();
    await search.fill('');
    await scrollFar(page);
    await expectInView(page, search);
    await expectInView(page, page.getByRole('button', { name: 'Add record' }));
    await expectInView(page, page.getByRole('columnheader', { name: 'Value' }));

    const row = page.getByRole('row').nth(12);
    const before = await row.boundingBox();
    await row.getByRole('checkbox').check();
    await page.getByText('1 of 2,001 selected').waitFor();
    expect(await row.boundingBox()).toEqual(before);
    await expectInView(page, page.getByRole('button', { name: 'Delete 1 record' }));
    await expectAccessible(page);
    await takePictures(page, 'large-records');
    await page.setViewportSize({ width: 390, height: 844 });
    await expectInView(page, page.getByRole('button', { name: 'Delete 1 record' }));
    await page.getByRole('button', { name: 'Clear selection' }).click();
  });

  it('an import of 1,200 records has numbers with separators', async () => {
    const { page } = await openDns(dashboard);
    const dialog = page.getByRole('dialog');
    await page.getByRole('button', { name: 'More actions' }).click();
    await page.getByRole('menuitem', { name: 'Import zone file…' }).click();
    const lines = Array.from({ length: 1_200 }, (_, index) => `imported-${index} 300 A 192.0.2.1`);
    await dialog.getByRole('textbox', { name: 'Zone file' }).fill(lines.join('\n'));
    await dialog.getByRole('button', { name: 'Preview changes' }).click();
    await dialog.getByText('1,200 records added.').waitFor();
    await dialog.getByRole('button', { name: 'Apply 1,200 changes' }).waitFor();
    await takePictures(page, 'large-import');
  });

  it('a record that is being typed survives another tab and a reload', async () => {
    const { page, domain } = await openDns(dashboard);
    const tab = (name: string) =>
      page.getByRole('navigation', { name: 'Domain' }).getByRole('link', { name }).click();
    await page.getByRole('button', { name: 'Add record' }).click();
    const form = page.getByRole('form', { name: 'New record' });
    await form.getByLabel('Name').fill('typed');
    await form.getByLabel('IPv4 address').fill('192.0.2.77');
    await tab('Settings');
    await page.getByText('Renewal and privacy').waitFor();
    await tab('DNS');
    expect(await form.getByLabel('IPv4 address').inputValue()).toBe('192.0.2.77');
    await page.reload();
    expect(await form.getByLabel('Name').inputValue()).toBe('typed');
    await form.getByRole('button', { name: 'Save record' }).click();
    await page.getByRole('button', { name: `Edit A record of typed.${domain}` }).waitFor();
    await page.reload();
    await page.getByRole('button', { name: `Edit A record of typed.${domain}` }).waitFor();
    expect(await form.count()).toBe(0);
  });
});

/** Again and again, because a list may still be shorter than it is going to be. */
async function scrollFar(page: Page): Promise<void> {
  await expect
    .poll(() => page.evaluate<number>('scrollTo(0, 9000), scrollY'))
    .toBeGreaterThan(8000);
}

/** Not merely rendered: inside the window. */
async function expectInView(page: Page, locator: Locator): Promise<void> {
  const box = await locator.boundingBox();
  const height = page.viewportSize()?.height ?? 0;
  expect(box?.y ?? -1).toBeGreaterThanOrEqual(0);
  expect((box?.y ?? height) + (box?.height ?? 0)).toBeLessThanOrEqual(height);
}
