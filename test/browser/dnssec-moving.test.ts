/** A signed domain that moves between two DNS providers, in the dashboard: its keys, the steps, and the ends. */
import { dayMs } from '@hostmaster/contract/durations';
import { expect, it } from 'vitest';
import { dnssecOf, signedDomain, untilPhase } from '../api/dnssec-phases.ts';
import { dsOfKey, foreignKey } from '../api/foreign-key.ts';
import { expectAccessible } from './accessibility.ts';
import { describeDashboard } from './browser.ts';
import { openStage } from './domain-stage.ts';

const away = ['ns1.example.net', 'ns2.example.net'];

describeDashboard('a signed domain that moves', (dashboard) => {
  it.each(['desktop', 'phone'] as const)('goes to another provider (%s)', async (width) => {
    const stage = await openStage(dashboard, 'domains', { credits: '50', width });
    const { page, client, workspaceId } = stage;
    const { service } = dashboard;
    const domain = await signedDomain(service, client, `going-${width}.com`);
    const key = foreignKey(257);
    const origin = new URL(page.url()).origin;
    await page.goto(`${origin}/dashboard/${workspaceId}/domains/${domain}/settings`);
    const card = page.getByRole('region', { name: 'DNSSEC' });
    await card.getByText('Keys', { exact: true }).click();
    await card.getByRole('button', { name: 'Move to another provider…' }).click();
    const dialog = page.getByRole('dialog', { name: 'Move while signed' });
    const field = dialog.getByLabel('DNSKEY records', { exact: true });
    const publish = dialog.getByRole('button', { name: 'Publish keys' });
    await publish.click();
    await dialog.getByText('Enter at least one DNSKEY record.').waitFor();
    await field.fill(`${key}\n257 3 8 AwEAAcdN`);
    await publish.click();
    await dialog.getByText(/^Record 2: .*algorithm 8/).waitFor();
    await field.fill(foreignKey(256));
    await publish.click();
    await dialog.getByText(/^The list must have a key with the flags 257/).waitFor();
    await expectAccessible(page);
    // As a zone file has it.
    await field.fill(`${domain}. 3600 IN DNSKEY ${key}`);
    await publish.click();
    await card.getByText('Moving', { exact: true }).waitFor();
    const steps = card.getByRole('list', { name: 'DNSSEC steps' });
    const current = page.locator('[aria-current=step]');
    await steps.getByText('Wait for caches').and(current).waitFor();
    await card.getByText('the keys without those of the other provider').waitFor();
    const keys = card.getByRole('region', { name: 'Keys of your other DNS provider' });
    await keys.getByText(dsOfKey(domain, key)).waitFor();
    await expectAccessible(page);
    await service.advanceCalendar(dayMs);
    await steps.getByText('Add DS records').and(current).waitFor();
    await service.advanceCalendar(2 * dayMs);
    await steps.getByText('Change nameservers').and(current).waitFor();
    await card.getByText('Nameservers of both providers can answer now.').waitFor();
    await expectAccessible(page);

    await client.call('replaceNameservers', { domain, nameservers: away });
    await service.untilNoJobs(domain);
    await page.reload();
    await card.getByRole('switch', { name: 'Sign this domain' }).click();
    const question = page.getByRole('alertdialog', { name: `Stop signing ${domain} here?` });
    await question.getByText('Its DS records stay').waitFor();
    await question.getByRole('button', { name: 'Stop signing' }).click();
    await steps.getByText('Wait for nameservers').and(current).waitFor();
    await service.advanceCalendar(2 * dayMs);
    await steps.getByText('Remove DS records').and(current).waitFor();
    await service.advanceCalendar(2 * dayMs);
    await card.getByText('DS records of your DNS provider').waitFor();
    await card.getByText('On', { exact: true }).waitFor();
    expect((await dnssecOf(client, domain)).foreignDs).toEqual([dsOfKey(domain, key)]);
  });

  it('comes from another provider, whose keys are removed in the end', async () => {
    const { page, client, workspaceId } = await openStage(dashboard, 'domains', { credits: '50' });
    const { service } = dashboard;
    const domain = await service.liveDomain(client, 'coming-loom.com');
    const key = foreignKey(257);
    await client.call('replaceNameservers', { domain, nameservers: away });
    await service.untilNoJobs(domain);
    await client.call('enableDnssec', { domain, ds: [dsOfKey(domain, key)], force: true });
    await untilPhase(client, domain, 'on');
    const origin = new URL(page.url()).origin;
    await page.goto(`${origin}/dashboard/${workspaceId}/domains/${domain}/settings`);
    const card = page.getByRole('region', { name: 'DNSSEC' });
    await card.getByRole('button', { name: 'Move here while signed…' }).click();
    const dialog = page.getByRole('dialog', { name: 'Move while signed' });
    await dialog.getByLabel('DNSKEY records', { exact: true }).fill(foreignKey(257));
    await dialog.getByRole('button', { name: 'Publish keys' }).click();
    await dialog.getByText(/^The list has no key with the flags 257 of the DS record/).waitFor();
    await dialog.getByLabel('DNSKEY records', { exact: true }).fill(key);
    await dialog.getByRole('button', { name: 'Publish keys' }).click();
    await card.getByText('Moving', { exact: true }).waitFor();
    const steps = card.getByRole('list', { name: 'DNSSEC steps' });
    const current = page.locator('[aria-current=step]');
    await steps.getByText('Wait for caches').and(current).waitFor();
    await service.advanceCalendar(dayMs);
    await steps.getByText('Add DS records').and(current).waitFor();
    await service.advanceCalendar(2 * dayMs);
    await steps.getByText('Change nameservers').and(current).waitFor();
    await card.getByText('Keys', { exact: true }).click();
    const keys = card.getByRole('region', { name: 'Keys of your other DNS provider' });
    await keys.getByText(dsOfKey(domain, key)).waitFor();
    expect(await keys.getByRole('button', { name: 'Remove these keys…' }).count()).toBe(0);

    const nameservers = [...service.config.nameservers];
    await client.call('replaceNameservers', { domain, nameservers });
    await service.untilNoJobs(domain);
    await page.reload();
    await card.getByText('Keys', { exact: true }).click();
    await keys.getByRole('button', { name: 'Remove these keys…' }).click();
    const question = page.getByRole('alertdialog', {
      name: `Remove the keys of the other provider from ${domain}?`,
    });
    await expectAccessible(page);
    await question.getByRole('button', { name: 'Remove keys' }).click();
    await steps.getByText('Wait for nameservers').and(current).waitFor();
    await service.advanceCalendar(2 * dayMs);
    await steps.getByText('Remove DS records').and(current).waitFor();
    await service.advanceCalendar(2 * dayMs);
    await card.getByText('On', { exact: true }).waitFor();
    expect(await dnssecOf(client, domain)).toMatchObject({ phase: 'on', foreignKeys: [] });
  });

  it('comes from another provider, with nameservers that wait for the end of its DNSSEC', async () => {
    const { page, client, workspaceId } = await openStage(dashboard, 'domains', { credits: '50' });
    const { service } = dashboard;
    const domain = await service.liveDomain(client, 'waiting-loom.com');
    await client.call('replaceNameservers', { domain, nameservers: away });
    await service.untilNoJobs(domain);
    const ds = [dsOfKey(domain, foreignKey(257))];
    await client.call('enableDnssec', { domain, ds, force: true });
    await untilPhase(client, domain, 'on');
    const nameservers = [...service.config.nameservers];
    await client.call('replaceNameservers', { domain, nameservers });
    const { origin } = new URL(page.url());
    await page.goto(`${origin}/dashboard/${workspaceId}/domains/${domain}/nameservers`);
    await page.getByText("These nameservers aren't in use yet").waitFor();
    await page.getByText('keep DNSSEC on there').waitFor();
    await page.getByRole('link', { name: 'DNS', exact: true }).click();
    await page.getByText("These records aren't in use yet").waitFor();
    await expectAccessible(page);
  });
});
