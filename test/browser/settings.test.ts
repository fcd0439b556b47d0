import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { requireDnsPeers } from '@hostmaster/test-rig/dns-peers';
import { beforeAll, expect, it } from 'vitest';
import { expectAccessible } from './accessibility.ts';
import { describeDashboard, owner } from './browser.ts';
import { fillContact, openStage } from './domain-stage.ts';
import { takePictures } from './screenshots.ts';

describeDashboard('API tokens', (dashboard) => {
  it('are shown once, work at once, and are refused once revoked', async () => {
    const { page } = await dashboard.signedIn('settings/tokens');
    await page.getByText('No API tokens yet').waitFor();
    await expectAccessible(page);
    await page.getByRole('button', { name: 'Create token' }).click();
    const dialog = page.getByRole('dialog', { name: 'Create API token' });
    await dialog.getByRole('button', { name: 'Create token' }).click();
    await dialog.getByText('Enter a token name.').waitFor();
    await dialog.getByRole('textbox', { name: 'Name' }).fill('Deploy pipeline');
    await dialog.getByRole('radio', { name: /^Read-only/ }).check();
    await expectAccessible(page);
    await dialog.getByRole('button', { name: 'Create token' }).dblclick();

    const shown = page.getByRole('dialog', { name: 'Deploy pipeline' });
    const token = await shown.getByLabel('API token').inputValue();
    await expectAccessible(page);
    await takePictures(page, 'token-created');
    await shown.getByRole('button', { name: 'Copy token' }).click();
    expect(await page.evaluate('navigator.clipboard.readText()')).toBe(token);
    await shown.getByRole('button', { name: 'Copy curl command' }).click();
    const line = String(await page.evaluate('navigator.clipboard.readText()'));
    expect(line).toContain(`/v1/domains -H 'x-api-key: ${token}'`);

    // Escape does not close the dialog: the token cannot be shown again.
    await page.keyboard.press('Escape');
    await shown.getByRole('button', { name: "I've saved it" }).click();
    await shown.waitFor({ state: 'hidden' });
    const row = page.getByRole('row', { name: /Deploy pipeline/ });
    await row.getByText('Read-only', { exact: true }).waitFor();
    await row.getByText('Never used').last().waitFor();
    await row.getByText(owner.name).waitFor();
    expect(await page.getByRole('button', { name: 'Revoke Deploy pipeline' }).count()).toBe(1);
    expect(await page.content()).not.toContain(token);

    const account = () =>
      fetch(`${dashboard.service.url}/v1/account`, { headers: { 'x-api-key': token } });
    expect((await account()).status).toBe(200);
    await page.getByRole('button', { name: 'Revoke Deploy pipeline' }).click();
    await expectAccessible(page);
    await page.getByRole('button', { name: 'Revoke token' }).click();
    await page.getByText('Deploy pipeline revoked').first().waitFor();
    expect((await account()).status).toBe(401);
    await page.getByText('Revoked and expired (1)').click();
    await page
      .getByRole('row', { name: /Deploy pipeline/ })
      .getByText('Revoked')
      .waitFor();
  });

  it('can be for some domains and for a while', async () => {
    const { page, client } = await openStage(dashboard, 'settings/tokens', { credits: '100' });
    const domain = await dashboard.service.liveDomain(client, 'difference-engine.com');
    const other = await dashboard.service.liveDomain(client, 'analytical-engine.com');
    await page.reload();
    await page.getByRole('button', { name: 'Create token' }).click();
    await page.getByRole('textbox', { name: 'Name' }).fill('Certificates');
    await page.getByRole('radio', { name: /^DNS records/ }).check();
    await page.getByRole('radio', { name: 'Selected domains' }).check();
    await page.getByRole('button', { name: 'Create token' }).last().click();
    await page.getByText('Select at least one domain, or choose all domains.').waitFor();
    // Without a mouse, one after the other.
    await page.getByLabel('Add domain').focus();
    for (const name of [other, domain]) {
      await page.keyboard.type(name.slice(0, 4));
      await page.getByRole('option', { name }).waitFor();
      await page.keyboard.press('Enter');
      await page.getByRole('button', { name: `Remove ${name}` }).waitFor();
      expect(await page.getByLabel('Add domain').inputValue()).toBe('');
    }
    await page.getByRole('button', { name: `Remove ${other}` }).click();
    await page.getByLabel('Expiration').click();
    await page.getByRole('option', { name: '90 days' }).click();
    await page.getByRole('button', { name: 'Create token' }).last().click();

    const token = await page.getByRole('textbox', { name: 'API token' }).inputValue();
    await page.getByRole('button', { name: "I've saved it" }).click();
    await page
      .getByRole('row', { name: /Certificates/ })
      .getByText(domain)
      .waitFor();
    await takePictures(page, 'tokens');
    const addRecord = (name: string) =>
      fetch(`${dashboard.service.url}/v1/domains/${name}/dns`, {
        method: 'POST',
        headers: { 'x-api-key': token, 'content-type': 'application/json' },
        body: JSON.stringify({ type: 'TXT', name: '_acme-challenge', value: 'token' }),
      });
    expect((await addRecord(domain)).ok).toBe(true);
    expect((await addRecord(other)).ok).toBe(false);
  });
});

describeDashboard('Dynamic DNS keys', (dashboard) => {
  beforeAll(requireDnsPeers);

  it('are made for a domain, a pattern and types, work as they are shown, and are revoked', async () => {
    const { page, client } = await openStage(dashboard, 'settings/update-keys', { credits: '50' });
    await page.getByText('No dynamic DNS keys yet').waitFor();
    await expectAccessible(page);
    const domain = await dashboard.service.liveDomain(client, 'difference-engine.com');
    await page.reload();
    await page.getByRole('button', { name: 'Create key' }).click();
    await page.getByLabel('Add domain').fill('differ');
    await page.getByRole('option', { name: domain }).click();
    await page.getByLabel('Allowed names').fill('not a pattern');
    await page.getByRole('button', { name: 'TXT' }).click();
    await page.getByLabel('Allow zone transfers').check();
    await page.getByRole('button', { name: 'Create key' }).last().click();
    await page.getByText(/Must be a pattern such as/).waitFor();
    await page.getByLabel('Allowed names').fill('_acme-challenge.*');
    await expectAccessible(page);
    await page.getByRole('button', { name: 'Create key' }).last().click();

    const secret = await page.getByLabel('Secret').inputValue();
    await page.getByText(`server 127.0.0.1 ${dashboard.service.dnsPort}`).waitFor();
    await page.getByText(`update add _acme-challenge.${domain}. 60 TXT`).waitFor();
    await expectAccessible(page);
    await page.getByRole('button', { name: 'Copy secret' }).click();
    expect(await page.evaluate('navigator.clipboard.readText()')).toBe(secret);
    await page.getByRole('button', { name: 'Copy nsupdate command' }).click();
    const lines = String(await page.evaluate('navigator.clipboard.readText()'));
    await page.getByRole('button', { name: "I've saved it" }).click();
    await promisify(execFile)('sh', ['-c', lines]);
    const { records } = await client.call('listRecords', { domain });
    expect(records).toEqual([expect.objectContaining({ name: '_acme-challenge', type: 'TXT' })]);

    const row = page.getByRole('row', { name: new RegExp(domain) });
    await row.getByText('_acme-challenge.*').last().waitFor();
    await row.getByText('TXT · zone transfers').last().waitFor();
    await row.getByRole('button', { name: /^Revoke/ }).click();
    await page.getByRole('button', { name: 'Revoke key' }).click();
    await page.getByText('No dynamic DNS keys yet').waitFor();
    await page.getByText('Revoked and expired (1)').waitFor();
    await expect(promisify(execFile)('sh', ['-c', lines])).rejects.toThrow(/BADKEY|NOTAUTH/);
  });
});

describeDashboard('Saved contacts', (dashboard) => {
  it('are added, changed and deleted', async () => {
    const { page } = await dashboard.signedIn('settings/contacts');
    await page.getByText('No contacts yet').waitFor();
    await expectAccessible(page);
    await page.getByRole('button', { name: 'Add contact' }).click();
    await page.getByRole('button', { name: 'Save contact' }).click();
    await page.getByText('Enter a first name.').waitFor();
    await expectAccessible(page);
    await page.getByLabel('Label').fill('Head office');
    await fillContact(page);
    await page.getByRole('button', { name: 'Save contact' }).click();
    const card = page.getByRole('region', { name: 'Head office' });
    await card.getByText('12 St James Square').waitFor();
    await expectAccessible(page);

    await page.getByRole('button', { name: 'Edit Head office' }).click();
    await page.getByLabel('City').fill('Ockham');
    await page.getByRole('button', { name: 'Save contact' }).click();
    await card.getByText('Ockham').waitFor();

    await page.getByRole('button', { name: 'Delete Head office' }).click();
    await page.getByRole('button', { name: 'Delete contact' }).click();
    await page.getByText('No contacts yet').waitFor();
  });
});

describeDashboard('Workspace settings', (dashboard) => {
  it('rename the workspace everywhere, and say where notices go', async () => {
    const { page } = await dashboard.signedIn('settings/workspace');
    await page.getByLabel('Name').fill('Difference Works');
    await page.getByLabel('Notification email').fill('not an address');
    await page.getByRole('button', { name: 'Save changes' }).click();
    await page.getByText(/Must be an email address/).waitFor();
    await page.getByLabel('Notification email').fill('ops@example.com');
    await page.getByRole('button', { name: 'Save changes' }).click();
    await page
      .getByRole('button', { name: 'Switch workspace, current: Difference Works' })
      .waitFor();
    await expectAccessible(page);
    await page.reload();
    expect(await page.getByLabel('Notification email').inputValue()).toBe('ops@example.com');
  });

  it('lead to another workspace', async () => {
    const { page } = await dashboard.signedIn('settings/workspace');
    await page.getByRole('button', { name: 'New workspace' }).click();
    const dialog = page.getByRole('dialog', { name: 'New workspace' });
    await dialog.getByLabel('Name').fill('Looms');
    await dialog.getByRole('button', { name: 'Create workspace' }).click();
    await page.getByRole('button', { name: 'Switch workspace, current: Looms' }).waitFor();
    await page.getByText('0 of 4 complete').waitFor();
  });
});
