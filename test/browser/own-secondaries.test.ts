/** The customer's own secondaries of a domain, on the tab of its nameservers. */
import { expect, it } from 'vitest';
import { expectAccessible } from './accessibility.ts';
import { describeDashboard } from './browser.ts';
import { openStage } from './domain-stage.ts';

describeDashboard('Own secondaries', (dashboard) => {
  it('are added with a key that is shown once, and removed', async () => {
    const { page, client, workspaceId } = await openStage(dashboard, 'domains', {
      credits: '50',
    });
    const domain = await dashboard.service.liveDomain(client, 'own-loom.com');
    await page.goto(
      `${new URL(page.url()).origin}/dashboard/${workspaceId}/domains/${domain}/nameservers`,
    );
    await page.getByText('No secondaries yet.').waitFor();
    await page.getByRole('button', { name: 'Add secondary' }).click();
    const dialog = page.getByRole('dialog', { name: 'Add secondary' });
    await dialog.getByRole('button', { name: 'Add secondary' }).click();
    await dialog.getByText('Enter the IP address of your nameserver.').waitFor();
    await dialog.getByLabel('IP address').fill('10.0.0.1');
    await dialog.getByRole('button', { name: 'Add secondary' }).click();
    await dialog.getByText('Must be a public address.').waitFor();
    await expectAccessible(page);
    await dialog.getByLabel('IP address').fill('9.9.9.9');
    await dialog.getByRole('button', { name: 'Add secondary' }).click();
    const shown = page.getByRole('dialog', { name: '9.9.9.9:53' });
    expect(await shown.getByLabel('Secret').inputValue()).toMatch(/^[A-Za-z0-9+/]{43}=$/);
    await shown.getByRole('button', { name: "I've saved it" }).click();
    await page.getByText('Waiting for its first transfer').waitFor();
    await expectAccessible(page);
    await page.getByRole('button', { name: 'Remove 9.9.9.9:53' }).click();
    await page.getByText('No secondaries yet.').waitFor();
    expect(await client.call('listDomainSecondaries', { domain })).toEqual({
      secondaries: [],
      cursor: null,
    });
  });
});
