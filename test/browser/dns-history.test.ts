/** The history of a zone: reading changes, restoring a version, undoing a change. */
import { until } from '@hostmaster/test-rig/service';
import type { Locator, Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { expectAccessible } from './accessibility.ts';
import { describeDashboard, viewports } from './browser.ts';
import { type DnsStage, openDns, recordsOf } from './dns-stage.ts';
import { takePictures } from './screenshots.ts';

const website = { type: 'A', name: 'www', ttl: 3600, value: '192.0.2.1' } as const;

describeDashboard('History of a zone', (dashboard) => {
  it('shows who changed what and how, with signs and words', async () => {
    const stage = await openDns(dashboard, { records: [website] });
    const { page, domain, client } = stage;
    const [record] = (await client.call('listRecords', { domain })).records;
    const id = record?.id ?? '';
    await client.call('updateRecord', { domain, recordId: id, ttl: 300 });
    await client.call('changeRecords', {
      domain,
      creates: [{ type: 'MX', value: '10 mail.example.net' }],
      updates: [{ id, value: '192.0.2.2' }],
    });
    await client.call('replaceNameservers', {
      domain,
      nameservers: ['a.example.net', 'b.example.net'],
    });
    await openHistory(page);
    await expect.poll(() => items(page).count()).toBe(4);
    await page.getByText(/^The history takes \S+ kB of 64 MB/).waitFor();
    const [nameservers, batch, ttl, first] = await items(page).all();
    expect(await nameservers?.innerText()).toMatch(/Version 4\s+Current[\s\S]*Nameservers changed/);
    expect(await batch?.innerText()).toMatch(
      /Version 3\s+API token [\s\S]* · through the API ·[\s\S]*\+\s*1 added\s+~\s*1 changed/,
    );
    await open(nameservers);
    await nameservers?.getByText('a.example.net, b.example.net').waitFor();
    await open(ttl);
    await ttl?.getByText('TTL changed from 1 hour to 5 min').waitFor();
    await open(first);
    await first?.getByRole('list', { name: 'Changes' }).waitFor();
    // With the keyboard; the details have a sign and a word for each line.
    await batch?.getByRole('button', { name: /^Version 3/ }).press('Enter');
    const lines = batch?.getByRole('list', { name: 'Changes' });
    await lines?.waitFor();
    expect((await lines?.allInnerTexts())?.join('\n')).toMatch(
      /Before:\s*www A 192\.0\.2\.1\s*TTL 5 min\s*\+\s*After:\s*www A 192\.0\.2\.2/,
    );
    await expectAccessible(page);
    await takePictures(page, 'history');
    await page.setViewportSize(viewports.phone);
    expect(await page.evaluate('document.documentElement.scrollWidth <= innerWidth')).toBe(true);
    await page.setViewportSize(viewports.desktop);
  });

  it('restores a version after showing the plan, and plans again when others were faster', async () => {
    const stage = await openDns(dashboard, { records: [website] });
    const { page, domain, client } = stage;
    const before = await client.call('listRecords', { domain });
    const id = before.records[0]?.id ?? '';
    await client.call('changeRecords', {
      domain,
      deletes: [{ id }],
      creates: [{ type: 'CNAME', name: 'www', value: 'shop.example.net' }],
    });
    await openHistory(page);
    const dialog = await ask(page, 'Version 1', 'Restore this version…');
    await dialog.getByText('1 record added, 1 removed').waitFor();
    await client.call('createRecord', { domain, type: 'TXT', value: 'meanwhile' });
    await dialog.getByRole('button', { name: 'Restore version' }).click();
    await dialog.getByText('The records changed while you were reviewing').waitFor();
    await dialog.getByText('1 record added, 2 removed').waitFor();
    expect(await recordsOf(stage)).toHaveLength(2);
    await expectAccessible(page);
    await takePictures(page, 'history-restore');
    await dialog.getByRole('button', { name: 'Restore version' }).click();
    await page.getByText('Version 1 restored').first().waitFor();
    // The record has its id again.
    expect((await client.call('listRecords', { domain })).records).toEqual(before.records);
    await items(page).first().getByText('by restoring an earlier version').waitFor();
  });

  it('undoes one change and leaves later ones alone', async () => {
    const stage = await openDns(dashboard, { records: [website] });
    const { page, domain, client } = stage;
    await client.call('changeRecords', {
      domain,
      creates: [
        { type: 'A', name: 'a', value: '192.0.2.10' },
        { type: 'A', name: 'b', value: '192.0.2.11' },
      ],
    });
    await client.call('createRecord', { domain, type: 'TXT', value: 'later' });
    await openHistory(page);
    const dialog = await ask(page, 'Version 2', 'Undo this change…');
    await dialog.getByText('2 records removed').waitFor();
    await dialog.getByRole('button', { name: 'Undo change' }).click();
    await page.getByText('Change undone').first().waitFor();
    await until('two are gone', async () => (await namesOf(stage)).join() === '@,www');
    await expect.poll(() => items(page).count()).toBe(4);
    const again = await ask(page, 'Version 2', 'Undo this change…');
    await again.getByText('Nothing to undo').waitFor();
    expect(await again.getByRole('button', { name: 'Undo change' }).count()).toBe(0);
  });

  it('does not offer to undo what was changed again', async () => {
    const { page, domain, client } = await openDns(dashboard, { records: [website] });
    const [record] = (await client.call('listRecords', { domain })).records;
    await client.call('updateRecord', { domain, recordId: record?.id ?? '', value: '192.0.2.9' });
    await openHistory(page);
    const dialog = await ask(page, 'Version 1', 'Undo this change…');
    await dialog.getByText('One of its records has changed since then').waitFor();
    expect(await dialog.getByRole('button', { name: 'Undo change' }).count()).toBe(0);
    await expectAccessible(page);
  });

  it('opens with a hundred of a thousand changes, and shows older ones on demand', async () => {
    const { page, domain, client } = await openDns(dashboard, { records: [website] });
    const [record] = (await client.call('listRecords', { domain })).records;
    const recordId = record?.id ?? '';
    for (let ttl = 1; ttl < 1_000; ttl += 27) {
      const some = Array.from({ length: 27 }, (_, index) => ttl + index);
      await Promise.all(
        some.map((each) => client.call('updateRecord', { domain, recordId, ttl: 300 + each })),
      );
    }
    // An event of the last changes may come late: then the same page is asked for again.
    const pages = new Set<string>();
    page.on('request', (request) => {
      const { pathname } = new URL(request.url());
      if (pathname.endsWith(`/domains/${domain}/history`)) pages.add(request.url());
    });
    await openHistory(page);
    await expect.poll(() => items(page).count()).toBe(100);
    expect(pages.size).toBe(1);
    await items(page).first().getByText('Version 1000').waitFor();
    await page.getByRole('button', { name: 'Show older' }).click();
    await expect.poll(() => items(page).count()).toBe(200);
    await items(page).last().getByText('Version 801').waitFor();
    expect(pages.size).toBe(2);
    await open(items(page).last());
    await items(page).last().getByText('TTL changed from').waitFor();
  });
});

async function openHistory(page: Page): Promise<void> {
  const tabs = page.getByRole('navigation', { name: 'Domain' });
  await tabs.getByRole('link', { name: 'History' }).click();
  await items(page).first().waitFor();
}

function items(page: Page): Locator {
  return page.getByRole('list', { name: 'History' }).locator('> li');
}

async function open(item: Locator | undefined): Promise<void> {
  await item?.getByRole('button', { name: /^Version/ }).click();
}

async function ask(page: Page, version: string, action: string): Promise<Locator> {
  const heading = page.getByRole('button', { name: new RegExp(`^${version} `) });
  const item = items(page).filter({ has: heading });
  if ((await heading.getAttribute('aria-expanded')) === 'false') await heading.click();
  await item.getByRole('button', { name: action }).click();
  return page.getByRole('dialog');
}

async function namesOf(stage: DnsStage): Promise<string[]> {
  return (await recordsOf(stage)).map(({ name }) => name ?? '').sort();
}
