/** Bringing a domain in from another registrar, and the answer to another registrar. */

import { rivalAuthCode } from '@hostmaster/registry';
import { sendOf, updateOf } from '@hostmaster/test-rig/registrar-conformance/commands';
import { openRival } from '@hostmaster/test-rig/rival';
import { contact, until } from '@hostmaster/test-rig/service';
import type { Locator, Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { persistChange } from '../../packages/server/src/changes/persist.ts';
import { updateAll } from '../../packages/server/src/storage/row-write.ts';
import { members } from '../../packages/server/src/storage/tables/people/members.ts';
import { linkTokenIn, waitForMail } from '../dashboard-api/mail-files.ts';
import { expectAccessible } from './accessibility.ts';
import { describeDashboard } from './browser.ts';
import { addRecord } from './dns-stage.ts';
import { fillContact, openStage } from './domain-stage.ts';
import { takePictures } from './screenshots.ts';

describeDashboard('Transfers of a list', (dashboard) => {
  it('have one total, and no code is shown again', async () => {
    const { page, client } = await openStage(dashboard, 'domains/transfers/new', {
      credits: '100',
    });
    await page.getByRole('link', { name: 'Transfer a list' }).click();
    const preview = page.getByRole('button', { name: 'Preview total' });
    const list = page.getByLabel('Domains and auth codes');
    await list.fill('sandbox-rival-instant-one.com');
    await preview.click();
    await page.getByText('Line 1 has no auth code. Write it after the domain.').waitFor();
    const names = ['one', 'two'].map((word) => `sandbox-rival-instant-${word}.com`);
    await list.fill(
      [...names, 'not-registered-here.com'].map((name) => `${name} ${rivalAuthCode}`).join('\n'),
    );
    await takePictures(page, 'transfer-list');
    await fillContact(page);
    await expectAccessible(page);
    await preview.click();
    const title = 'Transfer 3 domains from another registrar';
    await page.getByRole('heading', { name: title, level: 1 }).waitFor();
    await page.getByText('This name is not registered. Register it instead.').waitFor();
    await page.getByRole('button', { name: 'Start for 28 credits' }).click();
    await page.getByText('3 of 3 processed').waitFor();
    expect(await page.content()).not.toContain(rivalAuthCode);
    for (const name of names) await dashboard.service.untilLive(client, name);
  });
});

describeDashboard('Transfers from another registrar', (dashboard) => {
  it('show the price first, take another code after a wrong one, and are cancelled with a refund', async () => {
    const { page, client } = await openStage(dashboard, 'domains', { credits: '100' });
    await page.getByRole('link', { name: 'Transfers' }).click();
    await page.getByText('No transfers yet').waitFor();
    await page.getByRole('link', { name: 'Transfer a domain' }).click();
    await page.getByRole('button', { name: 'See price' }).click();
    await page.getByText('Enter a domain name.').waitFor();
    await page.getByLabel('Domain name').fill('unregistered-loom.com');
    await page.getByRole('button', { name: 'See price' }).click();
    await page.getByText('This name is not registered. Register it instead.').waitFor();
    await page.getByRole('link', { name: 'Try another domain' }).click();

    const domain = 'sandbox-rival-looms.com';
    await page.getByLabel('Domain name').fill(domain.toUpperCase());
    await page.getByRole('button', { name: 'See price' }).click();
    const order = page.getByRole('button', { name: 'Transfer for 14 credits' });
    await order.click();
    await page.getByText('Enter the auth code.').waitFor();
    await fillContact(page);
    await page.getByLabel('Auth code').fill('not the code');
    await expectAccessible(page);
    await takePictures(page, 'transfer');
    await order.click();

    const item = transferOf(page, domain);
    await item.getByText('Action required').waitFor();
    expect((await client.call('getAccount', {})).credits.balance).toBe(86);
    await prepareRecords(page, { item, domain });
    const { records } = await client.call('listRecords', { domain });
    expect(records.map(({ type, name, value }) => [type, name, value])).toEqual([
      ['A', 'www', '192.0.2.7'],
      ['MX', '@', '10 mail.example.net.'],
    ]);
    await page.getByRole('link', { name: 'Overview' }).click();
    await page.getByRole('link', { name: `Continue the transfer of ${domain}` }).click();
    await item.getByRole('button', { name: `Enter auth code for ${domain}` }).click();
    const dialog = page.getByRole('dialog', { name: `Auth code for ${domain}` });
    await dialog.getByLabel('Auth code').fill(rivalAuthCode);
    await dialog.getByRole('button', { name: 'Try again' }).click();
    await item.getByText('Waiting for the other registrar').waitFor();
    await expectAccessible(page);
    await takePictures(page, 'transfers');

    await item.getByRole('button', { name: `Cancel transfer of ${domain}` }).click();
    await page.getByRole('button', { name: 'Cancel transfer', exact: true }).last().click();
    await item.getByText('Cancelled').waitFor();
    await item.getByText('Your credits were refunded.').waitFor();
    expect((await client.call('getAccount', {})).credits.balance).toBe(100);
  });

  it('lead to the domain when they are complete, and reuse a saved contact', async () => {
    const domain = 'sandbox-rival-approves-looms.com';
    const { page } = await openStage(dashboard, `domains/register/${domain}`, { credits: '100' });
    await page.getByRole('link', { name: 'transfer it here' }).click();
    await page.getByLabel('Auth code').fill(rivalAuthCode);
    await page.getByRole('button', { name: 'Transfer for 14 credits' }).click();
    const item = transferOf(page, domain);
    await item.getByText('Complete').waitFor();
    await item.getByRole('link', { name: domain }).click();
    await page.getByRole('heading', { name: domain, level: 1 }).waitFor();
  });

  it('lead from the prepared records to the domain when it arrives, and nowhere when it fails', async () => {
    const { service } = dashboard;
    const { page, client, workspaceId } = await openStage(dashboard, 'account', { credits: '100' });
    const start = async (domain: string) => {
      const request = service.registry.hold('requestTransfer', domain);
      await client.call('createTransfer', { domain, authCode: rivalAuthCode, contact });
      await client.call('createRecord', { domain, type: 'A', name: 'www', value: '192.0.2.8' });
      await page.goto(dashboard.address(`/${workspaceId}/domains/transfers/${domain}`));
      await page.getByText('192.0.2.8').first().waitFor();
      request.release();
    };
    await start('sandbox-rival-instant-looms.com');
    await page.getByRole('link', { name: 'Nameservers', exact: true }).waitFor();
    await page.getByText('192.0.2.8').first().waitFor();
    await start('sandbox-rival-denies-looms.com');
    await page.getByText('No open transfer').waitFor();
    await page.getByRole('link', { name: 'See transfers' }).click();
    await transferOf(page, 'sandbox-rival-denies-looms.com').getByText('Failed').waitFor();
  });

  it('show their prepared records to members who cannot change DNS, without editing', async () => {
    const { service } = dashboard;
    const domain = 'sandbox-rival-read-only.com';
    const { page, client, workspaceId } = await openStage(dashboard, 'account', { credits: '100' });
    const request = service.registry.hold('requestTransfer', domain);
    await client.call('createTransfer', { domain, authCode: rivalAuthCode, contact });
    await client.call('createRecord', { domain, type: 'A', name: 'www', value: '192.0.2.8' });
    const open = async () => {
      await page.goto(dashboard.address(`/${workspaceId}/domains/transfers/${domain}`));
      await page.getByText('192.0.2.8').first().waitFor();
    };
    await open();
    await page.getByRole('button', { name: 'Add record' }).waitFor();
    await persistChange(service.database, {
      rows: [updateAll(members, { workspaceId }, { role: 'read_only' })],
    });
    await open();
    await page.getByText('These DNS records are served once the transfer is complete.').waitFor();
    expect(await page.getByRole('button', { name: 'Add record' }).count()).toBe(0);
    request.release();
  });
});

describeDashboard('A transfer to another registrar', (dashboard) => {
  it('is denied on the page behind the mailed link, without an account', async () => {
    const { service } = dashboard;
    const { client } = await service.workspace();
    const domain = await service.liveDomain(client);
    await service.untilNoJobs(domain);
    const current = await service.registrar.info(domain);
    if (current?.authCode == null) throw new Error(`${domain} has no auth code.`);
    await service.registrar.update(updateOf(current, { transferLocked: false }));
    const rival = await openRival(service);
    const { authCode } = current;
    await rival.requestTransfer({
      ...sendOf(domain),
      authCode,
      years: 1,
      requestedAt: 0,
      premium: null,
    });
    await rival.close();
    // The registration was announced to the workspace only.
    const token = linkTokenIn(await waitForMail(service, contact.email), 'transfer-out');

    const { page } = await dashboard.visit(`/transfer-out#${token}`);
    await page.getByRole('heading', { name: `Transfer ${domain} to another registrar?` }).waitFor();
    await expectAccessible(page);
    expect(await service.registrar.transferOf(domain)).toMatchObject({ status: 'pending' });
    await page.getByRole('button', { name: 'Deny transfer' }).click();
    await page.getByRole('heading', { name: `You denied the transfer of ${domain}` }).waitFor();
    await until('the registry has the answer', async () => {
      return (await service.registrar.transferOf(domain))?.status === 'denied';
    });
  });
});

/** One by hand, one from a zone file. */
async function prepareRecords(
  page: Page,
  { item, domain }: { readonly item: Locator; readonly domain: string },
): Promise<void> {
  await item.getByRole('link', { name: `Prepare DNS records of ${domain}` }).click();
  await page.getByRole('heading', { name: domain, level: 1 }).waitFor();
  const form = await addRecord(page, 'A');
  await form.getByLabel('Name').fill('www');
  await form.getByLabel('IPv4 address').fill('192.0.2.7');
  await form.getByRole('button', { name: 'Save record' }).click();
  await page.getByRole('row', { name: /192\.0\.2\.7/ }).waitFor();
  await page.getByRole('button', { name: 'More actions' }).click();
  await page.getByRole('menuitem', { name: 'Import zone file…' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('textbox', { name: 'Zone file' }).fill('@ 300 MX 10 mail.example.net.');
  await dialog.getByRole('button', { name: 'Preview changes' }).click();
  await dialog.getByRole('button', { name: 'Apply 1 change' }).click();
  await page.getByRole('row', { name: /mail\.example\.net/ }).waitFor();
  await page.getByText('Records take effect once the registry confirms the domain.').waitFor();
  await takePictures(page, 'transfer-records');
  await page.getByRole('link', { name: 'Transfers' }).first().click();
}

function transferOf(page: Page, domain: string): Locator {
  return page
    .getByRole('list', { name: 'Transfers' })
    .getByRole('listitem')
    .filter({ hasText: domain });
}
