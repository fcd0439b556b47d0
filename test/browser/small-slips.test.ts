/** Slips of everyday use: a click too many, a pasted list, another tab, a lost connection. */
import { contact, until } from '@hostmaster/test-rig/service';
import type { Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { describeDashboard } from './browser.ts';
import { openDns, recordsOf } from './dns-stage.ts';
import { openStage } from './domain-stage.ts';

describeDashboard('Small slips', (dashboard) => {
  it('a double click deletes one record, and one undo restores all that were deleted', async () => {
    const records = ['192.0.2.1', '192.0.2.2', '192.0.2.3'].map((value) => ({
      type: 'A' as const,
      name: 'www',
      ttl: 3600,
      value,
    }));
    const stage = await openDns(dashboard, { records });
    const { page, domain } = stage;
    const trash = page.getByRole('button', { name: `Delete A record of www.${domain}` });
    await trash.first().dblclick();
    await page.getByText('A record deleted').first().waitFor();
    await page.getByText(`A www.${domain}`).first().waitFor();
    await until('one is deleted', async () => (await recordsOf(stage)).length === 2);
    await trash.last().click();
    await page.getByText('2 records deleted').first().waitFor();
    await until('two are deleted', async () => (await recordsOf(stage)).length === 1);
    const undo = page.getByRole('button', { name: 'Undo' });
    await until('the first message is gone', async () => (await undo.count()) === 1);
    const batches: string[] = [];
    page.on('request', (request) => {
      if (request.method() === 'POST') batches.push(new URL(request.url()).pathname);
    });
    await undo.click();
    await until('all are back', async () => (await recordsOf(stage)).length === 3);
    expect((await recordsOf(stage)).map(({ value }) => value).sort()).toEqual(
      records.map(({ value }) => value),
    );
    expect(batches).toEqual([expect.stringMatching(/\/dns\/batch$/)]);
  });

  it('selected records are deleted and restored in one request each', async () => {
    const records = ['a', 'b', 'c'].map((name) => ({
      type: 'A' as const,
      name,
      ttl: 3600,
      value: '192.0.2.1',
    }));
    const stage = await openDns(dashboard, { records });
    const { page, domain } = stage;
    const sent: string[] = [];
    page.on('request', (request) => {
      if (request.method() !== 'GET') sent.push(new URL(request.url()).pathname);
    });
    const box = (name: string) =>
      page.getByRole('checkbox', { name: `Select A record of ${name}.${domain}` });
    await box('a').check();
    await page.getByRole('checkbox', { name: 'Select all 3 records' }).check();
    await page.getByText('3 of 3 selected').waitFor();
    await box('b').uncheck();
    await page.getByRole('button', { name: 'Delete 2 records' }).click();
    await page.getByText('2 records deleted').first().waitFor();
    expect((await recordsOf(stage)).map(({ name }) => name)).toEqual(['b']);
    await page.getByRole('button', { name: 'Undo' }).click();
    await page.getByText('2 records restored').first().waitFor();
    expect((await recordsOf(stage)).map(({ name }) => name).sort()).toEqual(['a', 'b', 'c']);
    const batch = expect.stringMatching(/\/dns\/batch$/);
    expect(sent).toEqual([batch, batch]);
  });

  it('unsaved nameservers survive another tab, and a pasted list fills several fields', async () => {
    const { page, domain } = await openDns(dashboard);
    const tab = (name: string) =>
      page.getByRole('navigation', { name: 'Domain' }).getByRole('link', { name }).click();
    await tab('Nameservers');
    const first = page.getByLabel('Nameserver 1', { exact: true });
    await paste(page, first, 'ns1.example.net,\nns2.example.net ns3.example.net\n');
    const typed = ['ns1.example.net', 'ns2.example.net', 'ns3.example.net'];
    await until('three fields are filled', async () => {
      const hosts = await page.getByLabel(/^Nameserver \d$/).all();
      const values = await Promise.all(hosts.map((host) => host.inputValue()));
      return typed.every((host, index) => values[index] === host);
    });
    await tab('DNS');
    await page.getByRole('button', { name: 'Add record' }).waitFor();
    expect(await page.title()).toBe(`DNS · ${domain} · Hostmaster`);
    await tab('Nameservers');
    await page.getByRole('button', { name: 'Discard changes' }).waitFor();
    expect(await page.getByLabel('Nameserver 3', { exact: true }).inputValue()).toBe(typed[2]);
    expect(await page.title()).toBe(`Nameservers · ${domain} · Hostmaster`);
    await page.getByRole('button', { name: 'Discard changes' }).click();
    await tab('DNS');
    await tab('Nameservers');
    expect(await page.getByRole('button', { name: 'Discard changes' }).count()).toBe(0);
  });

  it('a pasted list of names is searched name by name', async () => {
    const { page } = await openStage(dashboard, 'domains/search');
    const field = page.getByRole('searchbox', { name: 'Domain name' });
    await paste(page, field, 'slip-loom.com\nsandbox-taken-mill.org\nslip-frame\n');
    const results = page.getByRole('list', { name: 'Your search' }).getByRole('listitem');
    await results.nth(2).waitFor();
    expect(await results.allInnerTexts()).toEqual([
      expect.stringMatching(/slip-loom\.com/),
      expect.stringMatching(/sandbox-taken-mill\.org[\s\S]*Taken/),
      expect.stringMatching(/slip-frame\.com/),
    ]);
  });

  it('dates are no tab stops; offline, the account menu stays in view; phones show the sandbox', async () => {
    const { page, context, client } = await openStage(dashboard, 'overview', { credits: '50' });
    await client.call('registerDomain', { domain: dashboard.service.freshName('slip'), contact });
    await page.reload();
    await page.locator('time').first().waitFor();
    expect(await page.locator('time[tabindex]').count()).toBe(0);
    await context.setOffline(true);
    await page.getByText("You're offline.").waitFor();
    const menu = page.getByRole('button', { name: 'Account menu' });
    const box = await menu.boundingBox();
    expect((box?.y ?? 0) + (box?.height ?? 0)).toBeLessThanOrEqual(800);
    await context.setOffline(false);
    await page.setViewportSize({ width: 390, height: 844 });
    await page.getByText('Sandbox', { exact: true }).filter({ visible: true }).waitFor();
  });

  it('a page that does not exist has a heading', async () => {
    const { page } = await dashboard.signedIn('nothing-here');
    await page.getByRole('heading', { name: 'Page not found', level: 1 }).waitFor();
  });
});

/** Pastes as a person does; `fill` would skip what the page does with a list. */
async function paste(
  page: Page,
  field: ReturnType<Page['getByLabel']>,
  text: string,
): Promise<void> {
  await page.evaluate(`navigator.clipboard.writeText(${JSON.stringify(text)})`);
  await field.focus();
  await page.keyboard.press('ControlOrMeta+A');
  await page.keyboard.press('ControlOrMeta+V');
}
