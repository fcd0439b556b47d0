/** What the list of domains shows: tags, filters, columns, saved filters and CSV. */
import { readFile } from 'node:fs/promises';
import { contact } from '@hostmaster/test-rig/service';
import type { Locator, Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { expectAccessible } from './accessibility.ts';
import { describeDashboard } from './browser.ts';
import { openStage } from './domain-stage.ts';
import { takePictures } from './screenshots.ts';

const names = ['view-a.com', 'view-b.com', 'view-c.net'];

describeDashboard('Tags', (dashboard) => {
  it('are edited on the page of a domain', async () => {
    const { page, client } = await openListed(dashboard);
    await client.call('changeTags', { domain: 'view-b.com', add: ['web'] });
    const table = page.getByRole('table', { name: 'Domains' });
    await table.getByRole('link', { name: 'view-a.com' }).click();
    await page
      .getByRole('navigation', { name: 'Domain', exact: true })
      .getByText('Settings')
      .click();
    await page.getByText('This domain has no tags yet.').waitFor();
    const field = page.getByLabel('New tags');
    await field.fill('client acme!');
    await page.getByRole('button', { name: 'Add', exact: true }).click();
    await page.getByText('acme! is not a tag.').waitFor();
    await field.fill('Client-Acme 2027.q1');
    await page.getByRole('button', { name: 'Add', exact: true }).click();
    const tags = page.getByRole('list', { name: 'Tags of this domain' }).getByRole('listitem');
    await expect.poll(() => tags.allInnerTexts()).toEqual(['2027.q1', 'client-acme']);
    expect(await field.inputValue()).toBe('');
    await page.getByRole('button', { name: 'Add the tag web' }).click();
    await page.getByRole('button', { name: 'Remove the tag 2027.q1' }).click();
    await expect.poll(() => tags.allInnerTexts()).toEqual(['client-acme', 'web']);
    await expect
      .poll(async () => (await client.call('getTags', { domain: 'view-a.com' })).tags)
      .toEqual(['client-acme', 'web']);
    await expectAccessible(page);
    await takePictures(page, 'domain-tags');
  });
});

describeDashboard('The view of the list of domains', (dashboard) => {
  it('is chosen by tag and suffix, saved, and kept in the address', async () => {
    const { page, client } = await openListed(dashboard);
    await client.call('changeTags', { domain: 'view-a.com', add: ['client-acme', 'web'] });
    await client.call('changeTags', { domain: 'view-c.net', add: ['web'] });
    await page.reload();
    const table = page.getByRole('table', { name: 'Domains' });
    // Tags have a column from the first one on.
    await table.getByText('client-acme, web', { exact: true }).waitFor();
    await table.getByRole('button', { name: 'Tags' }).click();
    await expectNames(page, ['view-b.com', 'view-a.com', 'view-c.net']);

    const dialog = await openView(page);
    await filterIn(dialog, 'Tag').selectOption('web');
    await expectNames(page, ['view-a.com', 'view-c.net']);
    await filterIn(dialog, 'Suffix').selectOption('net');
    await expectNames(page, ['view-c.net']);
    await dialog.getByLabel('Save what is shown as').fill('Web in net');
    await dialog.getByRole('button', { name: 'Save' }).click();
    await dialog.getByRole('button', { name: 'Web in net', exact: true }).waitFor();
    await expectAccessible(page);
    await takePictures(page, 'domain-view');
    await dialog.getByRole('button', { name: 'Clear filters' }).click();
    await expectNames(page, ['view-b.com', 'view-a.com', 'view-c.net']);

    await dialog.getByRole('button', { name: 'Web in net', exact: true }).click();
    await expectNames(page, ['view-c.net']);
    await dialog.getByRole('button', { name: 'Done' }).click();
    await page.getByRole('button', { name: 'View, 2 filters' }).waitFor();
    await page.reload();
    await expectNames(page, ['view-c.net']);
    await expectAccessible(page);

    const again = await openView(page);
    await again.getByRole('button', { name: 'Delete the filter Web in net' }).click();
    const saved = again.getByRole('button', { name: 'Web in net', exact: true });
    await expect.poll(() => saved.count()).toBe(0);
  });

  it('filters by expiry, nameserver, DNSSEC and problem, and has the columns that one wants', async () => {
    const { page, client } = await openListed(dashboard);
    const nameservers = ['ns1.example.net', 'ns2.example.net'];
    await client.call('replaceNameservers', { domain: 'view-b.com', nameservers });
    await client.call('renewDomain', { domain: 'view-a.com', years: 3 });
    await client.call('enableDnssec', { domain: 'view-c.net' });
    await page.reload();
    const dialog = await openView(page);
    for (const [label, value, found] of [
      ['Nameserver', 'ns1.example.net', ['view-b.com']],
      ['DNSSEC', 'on', ['view-c.net']],
      ['Problem', 'any', []],
      ['Expires', '365', ['view-b.com', 'view-c.net']],
    ] as const) {
      const select = filterIn(dialog, label);
      await select.selectOption(value);
      await expectNames(page, found);
      await select.selectOption('');
    }
    await dialog.getByRole('checkbox', { name: 'Nameservers' }).check();
    await dialog.getByRole('checkbox', { name: 'Registered' }).uncheck();
    await dialog.getByRole('button', { name: 'Done' }).click();
    const table = page.getByRole('table', { name: 'Domains' });
    await table.getByText('ns1.example.net, ns2.example.net').waitFor();
    await page.reload();
    await table.getByRole('columnheader', { name: 'Nameservers' }).waitFor();
    expect(await table.getByRole('columnheader', { name: 'Registered' }).count()).toBe(0);
    await expectAccessible(page);
    await takePictures(page, 'domain-columns');
  });

  it('is downloaded as CSV, and a CSV selects the domains that it lists', async () => {
    const { page } = await openListed(dashboard);
    const dialog = await openView(page);
    const downloaded = page.waitForEvent('download');
    await dialog.getByRole('button', { name: 'Download CSV' }).click();
    const file = await (await downloaded).path();
    const lines = (await readFile(file, 'utf8')).trimEnd().split('\r\n');
    expect(lines[0]).toBe(
      'Name,Status,Expires,Auto-renew,Registered,Suffix,Tags,Nameservers,DNSSEC,Problem',
    );
    expect(lines.slice(1).map((line) => line.split(',')[0])).toEqual(names);
    await dialog.getByLabel('CSV file').setInputFiles({
      name: 'some.csv',
      mimeType: 'text/csv',
      buffer: Buffer.from('Name\r\nview-a.com\r\nVIEW-C.net\r\nelsewhere.org\r\n'),
    });
    await dialog.getByText('2 domains selected. Not in this list: elsewhere.org.').waitFor();
    await dialog.getByRole('button', { name: 'Done' }).click();
    await page.getByText('2 of 3 selected').waitFor();
  });

  it('adds and removes tags of those that are selected', async () => {
    const { page, client } = await openListed(dashboard);
    await page.getByRole('checkbox', { name: 'Select view-a.com' }).click();
    await page.getByRole('checkbox', { name: 'Select view-b.com' }).click();
    await page.getByRole('button', { name: 'Change 2 domains' }).click();
    const dialog = page.getByRole('dialog', { name: 'Change 2 domains' });
    await dialog.getByRole('combobox', { name: 'Action' }).click();
    await page.getByRole('option', { name: 'Add tags' }).click();
    await dialog.getByLabel('Tags').fill('Web, two/words');
    await dialog.getByRole('button', { name: 'Preview changes' }).click();
    await dialog.getByText('two/words is not a tag.').waitFor();
    await dialog.getByLabel('Tags').fill('Web client-acme');
    await dialog.getByRole('button', { name: 'Preview changes' }).click();
    await page.getByRole('heading', { name: 'Change the tags of 2 domains', level: 1 }).waitFor();
    await page.getByRole('button', { name: 'Start', exact: true }).click();
    await page.getByText('2 of 2 processed').waitFor();
    const { tags } = await client.call('getTags', { domain: 'view-b.com' });
    expect(tags).toEqual(['client-acme', 'web']);
  });
});

async function openListed(dashboard: Parameters<typeof openStage>[0]) {
  const { service } = dashboard;
  const { page, client, workspaceId } = await openStage(dashboard, 'account', { credits: '1000' });
  const present = (await client.call('listDomains', {})).domains.map(({ name }) => name);
  for (const domain of names) {
    if (!present.includes(domain)) await client.call('registerDomain', { domain, contact });
  }
  await service.settled();
  await page.goto(dashboard.address(`/${workspaceId}/domains`));
  await page.getByRole('table', { name: 'Domains' }).waitFor();
  return { page, client };
}

async function openView(page: Page) {
  await page.getByRole('button', { name: /^View/ }).click();
  const dialog = page.getByRole('dialog', { name: 'View' });
  await filterIn(dialog, 'Suffix').waitFor();
  return dialog;
}

function filterIn(dialog: Locator, label: string): Locator {
  return dialog.getByRole('region', { name: 'Filters', exact: true }).getByLabel(label);
}

async function expectNames(page: Page, expected: readonly string[]): Promise<void> {
  // The list behind a dialog is hidden from assistive technology, so that it is read by its elements.
  const links = page.locator('[role=table] [role=row] a');
  await expect.poll(() => links.allInnerTexts()).toEqual(expected);
}
