/** Ctrl-K and `/`: domains, records, pages, actions and recent choices, with the keyboard only. */
import type { Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { expectAccessible } from './accessibility.ts';
import { describeDashboard, type TestDashboard } from './browser.ts';
import { openDns } from './dns-stage.ts';

const label = 'Find domains, records, pages and actions';
const field = (page: Page) => page.getByRole('combobox', { name: label });
const options = (page: Page) => page.getByRole('listbox', { name: 'Results' }).getByRole('option');

async function openByKey(page: Page, key: string): Promise<void> {
  await page.keyboard.press(key);
  const focused = () => page.evaluate("document.activeElement?.getAttribute('aria-label')");
  await expect.poll(focused).toBe(label);
}

async function withZone(dashboard: TestDashboard, width: 'desktop' | 'phone' = 'desktop') {
  return openDns(dashboard, {
    width,
    records: [
      { type: 'TXT', name: 'verify', value: 'provider-check=Zq81-loom' },
      { type: 'A', name: 'www', value: '192.0.2.81' },
    ],
  });
}

describeDashboard('Find anything', (dashboard) => {
  it('finds a TXT value by a part of it and opens its domain, without leaving the keyboard', async () => {
    const { page, domain, workspaceId } = await withZone(dashboard);
    await page.goto(dashboard.address(`/${workspaceId}/overview`));
    await page.getByRole('heading', { name: 'Overview', level: 1 }).waitFor();
    await openByKey(page, 'Control+k');
    await page.keyboard.type('zq81');
    const record = options(page).filter({ hasText: `verify.${domain} TXT` });
    await record.waitFor();
    await expect.poll(() => record.getAttribute('aria-selected')).toBe('true');
    await expectAccessible(page);
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { name: domain, level: 1, exact: true }).waitFor();
    await page.getByRole('row', { name: /provider-check/ }).waitFor();
    await expect.poll(() => page.getByRole('row', { name: /192\.0\.2\.81/ }).count()).toBe(0);
    expect(await page.getByLabel('Search records').inputValue()).toBe('zq81');
  });

  it('finds domains, pages and actions, and offers what was chosen last', async () => {
    const { page, domain } = await withZone(dashboard);
    await openByKey(page, '/');
    // The field covers no label.
    const group = page.getByRole('group', { name: 'Actions' });
    const first = await group.getByText('Actions', { exact: true }).boundingBox();
    const above = await field(page).boundingBox();
    expect(first?.y ?? 0).toBeGreaterThanOrEqual((above?.y ?? 0) + (above?.height ?? 0));
    await page.keyboard.type('tok');
    await expect
      .poll(() => options(page).allTextContents())
      .toEqual(['Create an API token', 'API tokens']);
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { name: 'API tokens', level: 1 }).waitFor();
    await openByKey(page, 'Control+k');
    await page.keyboard.type(domain.slice(0, -4));
    await options(page).filter({ hasText: domain }).first().waitFor();
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { name: domain, level: 1, exact: true }).waitFor();
    await openByKey(page, 'Control+k');
    const recent = page.getByRole('group', { name: 'Recent' }).getByRole('option');
    await expect.poll(() => recent.allTextContents()).toEqual([domain, 'API tokens']);
    await page.keyboard.press('ArrowUp');
    const last = options(page).last();
    await expect.poll(() => last.getAttribute('aria-selected')).toBe('true');
    await page.keyboard.press('Escape');
    await expect.poll(() => field(page).count()).toBe(0);
  });

  it.each([
    ['spend', 'Spending'],
    ['recent', 'Recent access'],
    ['bulk', 'Bulk changes'],
  ])('finds a page that the navigation does not list: %s', async (text, heading) => {
    const { page } = await withZone(dashboard);
    await openByKey(page, 'Control+k');
    await page.keyboard.type(text);
    await options(page).filter({ hasText: heading }).waitFor();
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { name: heading, level: 1 }).waitFor();
  });

  it('says when there is nothing, and when more characters are needed', async () => {
    const { page } = await withZone(dashboard);
    await openByKey(page, 'Control+k');
    await page.keyboard.type('qx');
    await page.getByText('Type at least three characters to search domains and records.').waitFor();
    await page.keyboard.type('wv-none');
    await page.getByText('Nothing found.').waitFor();
  });

  it('a slash in a field is a slash', async () => {
    const { page } = await withZone(dashboard);
    const search = page.getByLabel('Search records');
    await search.focus();
    await page.keyboard.type('a/b');
    expect(await search.inputValue()).toBe('a/b');
    expect(await field(page).count()).toBe(0);
  });

  it('fits a phone and is opened by its button', async () => {
    const { page, domain } = await withZone(dashboard, 'phone');
    await page.getByRole('button', { name: 'Find anything' }).click();
    await field(page).fill('provider-check');
    await options(page)
      .filter({ hasText: `verify.${domain}` })
      .waitFor();
    await expectAccessible(page);
    expect(await page.evaluate('document.documentElement.scrollWidth <= innerWidth')).toBe(true);
  });
});
