/** Templates on the DNS page: choose, fill in, look at the plan, apply, undo. */
import type { Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { expectAccessible } from './accessibility.ts';
import { describeDashboard, viewports } from './browser.ts';
import { openDns, recordsOf } from './dns-stage.ts';
import { takePictures } from './screenshots.ts';

describeDashboard('Templates', (dashboard) => {
  it('shows what a template changes, asks about conflicts, and is undone in the history', async () => {
    const before = [
      { type: 'MX', name: '@', ttl: 300, value: '10 mx.example.net' },
      { type: 'TXT', name: '@', ttl: 300, value: 'v=spf1 mx -all' },
    ] as const;
    const stage = await openDns(dashboard, { records: before });
    const { page } = stage;
    const dialog = page.getByRole('dialog');
    await page.getByRole('button', { name: 'More actions' }).click();
    await page.getByRole('menuitem', { name: 'Use a template…' }).click();
    await dialog.getByRole('button', { name: 'Google Workspace' }).waitFor();
    await expectAccessible(page);
    await takePictures(page, 'templates');
    await dialog.getByRole('button', { name: 'Google Workspace' }).click();

    await dialog.getByLabel('Verification code').fill('two words');
    await dialog.getByRole('button', { name: 'Preview changes' }).click();
    await dialog.getByText('Must be a code without spaces.').waitFor();
    await takePictures(page, 'template-fields');
    await dialog.getByLabel('Verification code').fill('abc123');
    await dialog.getByRole('button', { name: 'Preview changes' }).click();
    await dialog.getByText('3 records added, 1 changed, 1 conflicting.').waitFor();
    const section = (name: string) => dialog.getByRole('region', { name });
    await section('Conflicts').getByText(`Mail for ${stage.domain} is delivered`).waitFor();
    await section('Conflicts').getByText('10 mx.example.net').waitFor();
    await section('Changed').getByText('v=spf1 mx include:_spf.google.com -all').waitFor();
    await section('Added').getByText('1 smtp.google.com').waitFor();
    await expectAccessible(page);
    await takePictures(page, 'template-plan');
    await expectFitsPhone(page);
    expect(await recordsOf(stage)).toEqual(before);

    const apply = dialog.getByRole('button', { name: 'Apply 5 changes' });
    expect(await apply.isDisabled()).toBe(true);
    await dialog.getByLabel('Delete 1 conflicting record').check();
    await apply.click();
    await page.getByText('Google Workspace applied').waitFor();
    await page
      .getByRole('cell', { name: /smtp\.google\.com/ })
      .first()
      .waitFor();
    expect(await recordsOf(stage)).toEqual([
      { type: 'TXT', name: '@', ttl: 300, value: 'v=spf1 mx include:_spf.google.com -all' },
      { type: 'MX', name: '@', ttl: 3_600, value: '1 smtp.google.com' },
      { type: 'TXT', name: '@', ttl: 3_600, value: 'google-site-verification=abc123' },
      { type: 'TXT', name: '_dmarc', ttl: 3_600, value: 'v=DMARC1; p=none' },
    ]);

    await page.getByRole('link', { name: 'History', exact: true }).click();
    const change = page.getByRole('button', { name: /^Version 3 / });
    await change.waitFor();
    if ((await change.getAttribute('aria-expanded')) === 'false') await change.click();
    await page.getByRole('button', { name: 'Undo this change…' }).first().click();
    await dialog.getByRole('button', { name: 'Undo change' }).click();
    const byValue = async () =>
      (await recordsOf(stage)).toSorted((a, b) => a.value.localeCompare(b.value));
    await expect.poll(byValue).toEqual(before);
  });

  it('starts an empty zone, and says when there is nothing left to do', async () => {
    const stage = await openDns(dashboard);
    const { page } = stage;
    const dialog = page.getByRole('dialog');
    await page.getByRole('button', { name: 'Use a template' }).click();
    await dialog.getByRole('button', { name: /^No mail/ }).click();
    await dialog.getByRole('button', { name: 'Preview changes' }).click();
    await dialog.getByRole('button', { name: 'Apply 4 changes' }).click();
    await page.getByText('No mail applied').waitFor();
    expect(await recordsOf(stage)).toHaveLength(4);
    await page.getByRole('button', { name: 'More actions' }).click();
    await page.getByRole('menuitem', { name: 'Use a template…' }).click();
    await dialog.getByRole('button', { name: /^No mail/ }).click();
    await dialog.getByRole('button', { name: 'Preview changes' }).click();
    await dialog.getByText('4 records already there.').waitFor();
    expect(await dialog.getByRole('button', { name: 'Nothing to change' }).isDisabled()).toBe(true);
  });

  it('plans again when the records have changed since', async () => {
    const stage = await openDns(dashboard);
    const { page, client, domain } = stage;
    const dialog = page.getByRole('dialog');
    await page.getByRole('button', { name: 'Use a template' }).click();
    await dialog.getByRole('button', { name: 'GitHub Pages' }).click();
    await dialog.getByLabel('User or organization').fill('octocat');
    await dialog.getByRole('button', { name: 'Preview changes' }).click();
    await dialog.getByText('9 records added.').waitFor();
    const www = { type: 'CNAME', name: 'www', value: 'octocat.github.io' } as const;
    await client.call('createRecord', { domain, ...www });
    await dialog.getByRole('button', { name: 'Apply 9 changes' }).click();
    await dialog.getByText('The records have changed').waitFor();
    await dialog.getByText('8 records added, 1 already there.').waitFor();
    await dialog.getByRole('button', { name: 'Apply 8 changes' }).click();
    await page.getByText('GitHub Pages applied').waitFor();
    expect(await recordsOf(stage)).toHaveLength(9);
  });
});

async function expectFitsPhone(page: Page): Promise<void> {
  const before = page.viewportSize();
  await page.setViewportSize(viewports.phone);
  const overflow = () =>
    page.evaluate<number>(
      'document.documentElement.scrollWidth - document.documentElement.clientWidth',
    );
  await expect.poll(overflow).toBe(0);
  if (before !== null) await page.setViewportSize(before);
}
