/** DNSSEC in the dashboard: one switch, the steps, and a warning before it is turned off. */
import { dayMs } from '@hostmaster/contract/durations';
import type { TestService } from '@hostmaster/test-rig/service';
import { afterAll, expect, it } from 'vitest';
import { arriveSigned } from '../api/arrive-signed.ts';
import { dnssecOf, signedDomain, untilPhase } from '../api/dnssec-phases.ts';
import { startKeyResolver } from '../api/key-resolver.ts';
import { expectAccessible } from './accessibility.ts';
import { describeDashboard } from './browser.ts';
import { openStage } from './domain-stage.ts';

const away = ['ns1.example.net', 'ns2.example.net'];

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

  it('says that the registry gets other nameservers after the DS record is gone', async () => {
    const stage = await openStage(dashboard, 'domains', { credits: '50', width: 'phone' });
    const { page, client, workspaceId } = stage;
    const { service } = dashboard;
    const domain = await signedDomain(service, client, 'going-loom.com');
    const before = await nameserversAt(service, domain);
    await page.goto(dashboard.address(`/${workspaceId}/domains/${domain}/nameservers`));
    for (const [index, host] of away.entries()) {
      await page.getByLabel(`Nameserver ${index + 1}`, { exact: true }).fill(host);
    }
    await page.getByText('saving turns DNSSEC off first').waitFor();
    await expectAccessible(page);
    await page.getByRole('button', { name: 'Save nameservers' }).click();
    await page.getByText("These nameservers aren't in use yet").waitFor();
    await page.getByText('the records on the DNS tab stay in use').waitFor();
    await page.getByText(/The registry gets these nameservers after \d/).waitFor();
    await expectAccessible(page);
    const tabs = page.getByRole('navigation', { name: 'Domain' });
    await tabs.getByText('DNS', { exact: true }).click();
    await page.getByText('These records are in use until the nameservers change').waitFor();
    await expectAccessible(page);

    await tabs.getByText('Settings').click();
    const card = page.getByRole('region', { name: 'DNSSEC' });
    await card.getByText('Turning off').waitFor();
    await card.getByText('Resolvers may remember the DS record until').waitFor();
    await card.getByText('The registry gets your new nameservers after that.').waitFor();
    await card.getByText('Until then, we keep signing the domain.').waitFor();
    await expectAccessible(page);
    await service.untilNoJobs(domain);
    expect(await nameserversAt(service, domain)).toEqual(before);
    await service.advanceCalendar(2 * dayMs);
    await card.getByText('Another DNS provider answers for this domain').waitFor();
    await service.untilNoJobs(domain);
    expect(await nameserversAt(service, domain)).toEqual(away);
    await tabs.getByText('Nameservers').click();
    await page.getByText('Using external nameservers').waitFor();
  });

  it('says what happens to the DS record that a domain arrives with', async () => {
    const stage = await openStage(dashboard, 'domains', { credits: '50' });
    const { page, client, workspaceId } = stage;
    const { service } = dashboard;
    const { domain, ds } = await arriveSigned(service, client);
    await untilPhase(client, domain, 'on');
    const before = await nameserversAt(service, domain);
    await page.goto(dashboard.address(`/${workspaceId}/domains/${domain}/settings`));
    const card = page.getByRole('region', { name: 'DNSSEC' });
    await card.getByText('On', { exact: true }).waitFor();
    await card.getByText(ds).waitFor();
    await card.getByText('we remove these DS records first').waitFor();
    await expectAccessible(page);

    const tabs = page.getByRole('navigation', { name: 'Domain' });
    await tabs.getByText('Nameservers').click();
    await page.getByText('Using external nameservers').waitFor();
    await page.getByRole('button', { name: 'Use Hostmaster nameservers' }).click();
    await page.getByRole('button', { name: 'Save nameservers' }).click();
    await page.getByText('your DNS provider answers: keep DNSSEC on there').waitFor();
    await page.getByText(/The registry gets these nameservers after \d/).waitFor();
    await expectAccessible(page);
    await tabs.getByText('Settings').click();
    await card.getByText('Turning off').waitFor();
    await card.getByText('The registry gets your new nameservers after that.').waitFor();
    await card.getByText('Until then, keep DNSSEC on at your DNS provider.').waitFor();
    expect(await card.getByText('we remove these DS records first').count()).toBe(0);
    await expectAccessible(page);
    await service.untilNoJobs(domain);
    expect(await nameserversAt(service, domain)).toEqual(before);
    await service.advanceCalendar(2 * dayMs);
    await card.getByRole('switch', { name: 'Sign this domain' }).waitFor();
    await card.getByText('Off', { exact: true }).waitFor();
    await service.untilNoJobs(domain);
    const ours = service.config.nameservers.toSorted();
    expect(await nameserversAt(service, domain)).toEqual(ours);
  });

  it('says why it cannot be turned on', async () => {
    const { page, client, workspaceId } = await openStage(dashboard, 'domains', { credits: '50' });
    const { service } = dashboard;
    const domain = await service.liveDomain(client, 'leaving-loom.com');
    await service.advanceCalendar(61 * dayMs);
    const { client: mover } = await service.key({ id: workspaceId }, { scope: 'transfer' });
    await mover.call('updateTransferLock', { domain, locked: false });
    await mover.call('issueAuthCode', { domain });
    const origin = new URL(page.url()).origin;
    await page.goto(`${origin}/dashboard/${workspaceId}/domains/${domain}/settings`);
    await page.getByRole('switch', { name: 'Sign this domain' }).click();
    const notice = page.getByRole('region', { name: 'Notifications' });
    await notice.getByText("Couldn't change DNSSEC").waitFor();
    await notice.getByText('can be transferred to another registrar').waitFor();
  });
});

const resolver = await startKeyResolver();
afterAll(() => resolver.close());

describeDashboard(
  'DS records of another DNS provider',
  (dashboard) => {
    it.each(['desktop', 'phone'] as const)('are added, changed and removed (%s)', async (width) => {
      const stage = await openStage(dashboard, 'domains', { credits: '50', width });
      const { page, client, workspaceId } = stage;
      const { service } = dashboard;
      const domain = await service.liveDomain(client, `signed-${width}.com`);
      await client.call('replaceNameservers', { domain, nameservers: away });
      await service.untilNoJobs(domain);
      const ds = resolver.dsOf(domain);
      const origin = new URL(page.url()).origin;
      await page.goto(`${origin}/dashboard/${workspaceId}/domains/${domain}/settings`);
      const card = page.getByRole('region', { name: 'DNSSEC' });
      await card.getByText('Another DNS provider answers for this domain').waitFor();
      expect(await card.getByRole('switch').count()).toBe(0);
      await expectAccessible(page);
      await card.getByRole('button', { name: 'Add DS records…' }).click();
      const dialog = page.getByRole('dialog', { name: 'DS records' });
      const field = dialog.getByLabel('DS records', { exact: true });
      const save = dialog.getByRole('button', { name: 'Save DS records' });
      await save.click();
      await dialog.getByText('Enter at least one DS record.').waitFor();
      await field.fill(`${ds}\n4711 99 2 ${'AB'.repeat(32)}`);
      await save.click();
      await dialog.getByText(/^Record 2: .*99/).waitFor();
      await expectAccessible(page);
      // As the page of a DNS provider shows it.
      await field.fill(`${domain}. 3600 IN DS ${ds.toLowerCase()}`);
      await save.click();
      await card.getByText('On', { exact: true }).waitFor();
      await card.getByText(ds).waitFor();
      await expectAccessible(page);

      await card.getByRole('button', { name: 'Change DS records…' }).click();
      expect(await field.inputValue()).toBe(ds);
      const second = `4712 13 2 ${'AB'.repeat(32)}`;
      await field.fill(`${ds}\n${second}`);
      await save.click();
      await card.getByText(second).waitFor();
      await expect.poll(async () => (await dnssecOf(client, domain)).phase).toBe('on');
      expect((await dnssecOf(client, domain)).foreignDs).toEqual([ds, second]);

      await card.getByRole('button', { name: 'Remove DS records…' }).click();
      const question = page.getByRole('alertdialog', {
        name: `Remove the DS records of ${domain}?`,
      });
      await question.getByText('Keep DNSSEC on at your DNS provider').waitFor();
      await question.getByRole('button', { name: 'Remove DS records' }).click();
      const steps = card.getByRole('list', { name: 'DNSSEC steps' });
      const current = page.locator('[aria-current=step]');
      await steps.getByText('Wait for caches').and(current).waitFor();
      await expectAccessible(page);
      await service.advanceCalendar(2 * dayMs);
      await card.getByText('Off', { exact: true }).waitFor();
      expect((await dnssecOf(client, domain)).foreignDs).toEqual([]);
    });

    it.each(['desktop', 'phone'] as const)(
      'follow those that the provider publishes (%s)',
      async (width) => {
        const stage = await openStage(dashboard, 'domains', { credits: '50', width });
        const { page, client, workspaceId } = stage;
        const { service } = dashboard;
        const domain = await service.liveDomain(client, `signed-followed-${width}.com`);
        await client.call('replaceNameservers', { domain, nameservers: away });
        await service.untilNoJobs(domain);
        const origin = new URL(page.url()).origin;
        await page.goto(`${origin}/dashboard/${workspaceId}/domains/${domain}/settings`);
        const card = page.getByRole('region', { name: 'DNSSEC' });
        await card.getByRole('button', { name: 'Add DS records…' }).click();
        const dialog = page.getByRole('dialog', { name: 'DS records' });
        const follow = dialog.getByRole('checkbox', { name: 'Follow my DNS provider' });
        await follow.check();
        await expectAccessible(page);
        await dialog.getByRole('button', { name: 'Save DS records' }).click();
        // The resolver of this test knows no address.
        await card.getByText('ns1.example.net has no public address.').waitFor();
        await expectAccessible(page);
        expect(await dnssecOf(client, domain)).toMatchObject({ followCds: true, state: 'off' });

        await card.getByRole('button', { name: 'Add DS records…' }).click();
        expect(await follow.isChecked()).toBe(true);
        await follow.uncheck();
        const save = dialog.getByRole('button', { name: 'Save DS records' });
        await save.click();
        await dialog.getByText('Enter at least one DS record.').waitFor();
        const ds = resolver.dsOf(domain);
        await dialog.getByLabel('DS records', { exact: true }).fill(ds);
        await save.click();
        await card.getByText('On', { exact: true }).waitFor();
        expect(await dnssecOf(client, domain)).toMatchObject({ followCds: false, foreignDs: [ds] });
        expect(await card.getByText('has no public address').count()).toBe(0);
      },
    );

    it('asks again about those that would break the domain', async () => {
      const stage = await openStage(dashboard, 'domains', { credits: '50' });
      const { page, client, workspaceId } = stage;
      const domain = await dashboard.service.liveDomain(client, 'bare-loom.com');
      await client.call('replaceNameservers', { domain, nameservers: away });
      const origin = new URL(page.url()).origin;
      await page.goto(`${origin}/dashboard/${workspaceId}/domains/${domain}/settings`);
      const card = page.getByRole('region', { name: 'DNSSEC' });
      await card.getByRole('button', { name: 'Add DS records…' }).click();
      const dialog = page.getByRole('dialog', { name: 'DS records' });
      const ds = `4711 13 2 ${'AB'.repeat(32)}`;
      const field = dialog.getByLabel('DS records', { exact: true });
      await field.fill(ds);
      await dialog.getByRole('button', { name: 'Save DS records' }).click();
      const warning = dialog.getByRole('alert');
      await warning.getByText('would make the domain unreachable').waitFor();
      await expectAccessible(page);
      expect((await dnssecOf(client, domain)).state).toBe('off');
      // Other records are a new question.
      await field.fill(ds.replace('4711', '4712'));
      expect(await warning.count()).toBe(0);
      await field.fill(ds);
      await warning.getByRole('button', { name: 'Add anyway' }).click();
      await card.getByText(ds).waitFor();
      expect((await dnssecOf(client, domain)).foreignDs).toEqual([ds]);
    });
  },
  { settings: resolver.settings },
);

async function nameserversAt({ registrar }: TestService, domain: string) {
  return (await registrar.info(domain))?.nameservers.toSorted();
}
