/** The mailbox and the timers of a zone, on the tab of its nameservers. */
import { expect, it } from 'vitest';
import { expectAccessible } from './accessibility.ts';
import { describeDashboard } from './browser.ts';
import { openStage } from './domain-stage.ts';

describeDashboard('The SOA record', (dashboard) => {
  it('is changed, refused beyond its bounds, and set back', async () => {
    const { page, client, workspaceId } = await openStage(dashboard, 'domains', { credits: '50' });
    const domain = await dashboard.service.liveDomain(client, 'soa-loom.com');
    await page.goto(
      `${new URL(page.url()).origin}/dashboard/${workspaceId}/domains/${domain}/nameservers`,
    );
    const card = page.getByRole('form', { name: 'SOA record' });
    const mailbox = card.getByLabel('Contact email');
    const refresh = card.getByLabel('Refresh (seconds)');
    expect(await mailbox.inputValue()).toBe(`hostmaster@${domain}`);
    const save = card.getByRole('button', { name: 'Save SOA' });
    await refresh.fill('often');
    await save.click();
    await card.getByText('Enter a number of seconds.').waitFor();
    await refresh.fill('60');
    await save.click();
    await card.getByText(/1200/).waitFor();
    await expectAccessible(page);
    await refresh.fill('7200');
    await mailbox.fill('dns@example.net');
    await save.click();
    await page.getByText('SOA saved').waitFor();
    const read = async () => (await client.call('getSoa', { domain })).soa;
    expect(await read()).toMatchObject({ mailbox: 'dns@example.net', refresh: 7_200 });
    await card.getByRole('button', { name: 'Use defaults' }).click();
    await page.getByText('SOA reset').waitFor();
    expect(await read()).toMatchObject({ isDefault: true, refresh: 3_600 });
    expect(await mailbox.inputValue()).toBe(`hostmaster@${domain}`);
    await expectAccessible(page);
  });
});
