/** DNSSEC in the dashboard: one switch, the steps, and a warning before it is turned off. */
import { dayMs } from '@hostmaster/contract/durations';
import { expect, it } from 'vitest';
import { expectAccessible } from './accessibility.ts';
import { describeDashboard } from './browser.ts';
import { openStage } from './domain-stage.ts';

describeDashboard('DNSSEC', (dashboard) => {
  it('is turned on in steps, and off after a warning', async () => {
    const { page, client, workspaceId } = await openStage(dashboard, 'domains', { credits: '50' });
    const { service } = dashboard;
    const domain = await service.liveDomain(client, 'signed-loom.com');
    const origin = new URL(page.url()).origin;
    await page.goto(`${origin}/dashboard/${workspaceId}/domains/${domain}/settings`);
    const card = page.getByRole('region', { name: 'DNSSEC' });
    await card.getByText('Off', { exact: true }).waitFor();
    await card.getByRole('switch', { name: 'Sign this domain' }).click();
    await card.getByText('Turning on').waitFor();
    const steps = card.getByRole('list', { name: 'DNSSEC steps' });
    await steps.getByText('Wait for caches').and(page.locator('[aria-current=step]')).waitFor();
    await card.getByText('Resolvers may remember unsigned answers').waitFor();
    await card.getByText('Keys', { exact: true }).click();
    await card.getByText(/^\d+ 13 2 [0-9A-F]{64}$/).waitFor();
    await expectAccessible(page);
    await service.advanceCalendar(dayMs);
    await card.getByText('On', { exact: true }).waitFor();

    await card.getByRole('switch', { name: 'Sign this domain' }).click();
    const warning = page.getByRole('alertdialog', { name: `Turn off DNSSEC for ${domain}?` });
    await warning.getByText('We remove the DS record first').waitFor();
    await expectAccessible(page);
    await warning.getByRole('button', { name: 'Cancel' }).click();
    expect((await client.call('getDnssec', { domain })).dnssec.state).toBe('on');
    await card.getByRole('switch', { name: 'Sign this domain' }).click();
    await warning.getByRole('button', { name: 'Turn off DNSSEC' }).click();
    await card.getByText('Turning off').waitFor();
    await service.advanceCalendar(2 * dayMs);
    await card.getByText('Off', { exact: true }).waitFor();
    expect((await client.call('getDnssec', { domain })).dnssec.state).toBe('off');
  });

  it('replaces the key, and says what it waits for', async () => {
    const { page, client, workspaceId } = await openStage(dashboard, 'domains', { credits: '50' });
    const { service } = dashboard;
    const domain = await service.liveDomain(client, 'rolled-loom.com');
    const phase = async () => (await client.call('getDnssec', { domain })).dnssec.phase;
    await client.call('enableDnssec', { domain });
    await expect.poll(phase, { timeout: 30_000 }).toBe('waiting_for_caches');
    await service.advanceCalendar(dayMs);
    await expect.poll(phase, { timeout: 30_000 }).toBe('on');
    const origin = new URL(page.url()).origin;
    await page.goto(`${origin}/dashboard/${workspaceId}/domains/${domain}/settings`);
    const card = page.getByRole('region', { name: 'DNSSEC' });
    await card.getByText('Keys', { exact: true }).click();
    await card.getByRole('button', { name: 'Replace key…' }).click();
    const question = page.getByRole('alertdialog', {
      name: `Replace the DNSSEC key of ${domain}?`,
    });
    await question.getByText('signs alongside the old one').waitFor();
    await expectAccessible(page);
    await question.getByRole('button', { name: 'Replace key' }).click();
    await card.getByText('Replacing key').waitFor();
    const steps = card.getByRole('list', { name: 'DNSSEC steps' });
    const current = page.locator('[aria-current=step]');
    await steps.getByText('Wait for caches').and(current).waitFor();
    await card.getByText('Resolvers may remember signatures without the new key until').waitFor();
    await card.getByText(/^New key: /).waitFor();
    await card.getByText(/^Old key: /).waitFor();
    await expectAccessible(page);
    await service.advanceCalendar(dayMs);
    await steps.getByText('Add new DS record').and(current).waitFor();
    await service.advanceCalendar(2 * dayMs);
    await steps.getByText('Remove old DS record').and(current).waitFor();
    await service.advanceCalendar(2 * dayMs);
    await card.getByText('On', { exact: true }).waitFor();
    expect((await client.call('getDnssec', { domain })).dnssec.keys).toHaveLength(1);
  });

  it('says why it cannot be turned on', async () => {
    const { page, client, workspaceId } = await openStage(dashboard, 'domains', { credits: '50' });
    const domain = await dashboard.service.liveDomain(client, 'elsewhere-loom.com');
    const nameservers = ['ns1.example.net', 'ns2.example.net'];
    await client.call('replaceNameservers', { domain, nameservers });
    const origin = new URL(page.url()).origin;
    await page.goto(`${origin}/dashboard/${workspaceId}/domains/${domain}/settings`);
    await page.getByRole('switch', { name: 'Sign this domain' }).click();
    const notice = page.getByRole('region', { name: 'Notifications' });
    await notice.getByText("Couldn't change DNSSEC").waitFor();
    await notice.getByText('are not of this service').waitFor();
  });
});
