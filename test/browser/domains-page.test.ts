import { dayMs } from '@hostmaster/contract/durations';
import { balanceOf, contact, until } from '@hostmaster/test-rig/service';
import { expect, it } from 'vitest';
import { newId } from '../../packages/server/src/base/ids.ts';
import { persist } from '../../packages/server/src/changes/persist.ts';
import { changeHold } from '../../packages/server/src/operations/domains/hold-domain.ts';
import { findHeldDomain } from '../../packages/server/src/storage/queries/domains/domains.ts';
import { operatorActor } from '../../packages/server/src/workspaces/actor.ts';
import { expectAccessible } from './accessibility.ts';
import { describeDashboard } from './browser.ts';
import { openStage } from './domain-stage.ts';
import { takePictures } from './screenshots.ts';

describeDashboard('The page of a domain', (dashboard) => {
  it('is renewed once, with price and new expiry shown before', async () => {
    const { page, client, workspaceId } = await openStage(dashboard, 'account', { credits: '500' });
    await dashboard.service.liveDomain(client, 'engines.com');
    await page.goto(dashboard.address(`/${workspaceId}/domains/engines.com/settings`));
    const { domain: before } = await client.call('getDomain', { domain: 'engines.com' });
    const balance = await balanceOf(client);

    await page.getByRole('button', { name: 'Renew' }).click();
    const dialog = page.getByRole('dialog', { name: 'Renew engines.com' });
    await dialog.getByRole('radio', { name: '3 years, 42 credits' }).check();
    await dialog.getByText(`${balance - 42} credits`).waitFor();
    await expectAccessible(page);
    await takePictures(page, 'domain-renewal');
    await dialog.getByRole('button', { name: 'Renew for 42 credits' }).dblclick();
    await page.getByText('Renewal requested').first().waitFor();
    await dialog.waitFor({ state: 'detached' });

    const { domain: after } = await client.call('getDomain', { domain: 'engines.com' });
    expect(yearOf(after.expiresAt) - yearOf(before.expiresAt)).toBe(3);
    expect(await balanceOf(client)).toBe(balance - 42);
    const life = page.getByRole('list', { name: 'Domain lifecycle' });
    await life.getByText('Renewed for 3 years').waitFor();
    await page.getByText('Renewal requested').first().waitFor({ state: 'detached' });
    await expectAccessible(page);
    await takePictures(page, 'domain-settings');
  });

  it('switches settings at once, and back again when they are refused', async () => {
    const { page, context, client } = await openStage(dashboard, 'domains/engines.com/settings');
    const renewal = page.getByRole('switch', { name: 'Auto-renew' });
    await renewal.click();
    await page.getByText('Renews on').waitFor();
    await expect
      .poll(
        async () => (await client.call('getDomain', { domain: 'engines.com' })).domain.autoRenew,
      )
      .toBe(true);

    await context.route('**/v1/domains/engines.com', (route) => route.abort('connectionreset'));
    await page.getByRole('switch', { name: 'WHOIS privacy' }).click();
    await page.getByText("Couldn't update the setting").first().waitFor();
    expect(await page.getByRole('switch', { name: 'WHOIS privacy' }).isChecked()).toBe(false);
  });

  it('says that the operator has put it on hold, and why, until the hold is lifted', async () => {
    const { page, client, workspaceId } = await openStage(dashboard, 'account', { credits: '50' });
    const { database } = dashboard.service;
    const name = 'held-engines.com';
    await dashboard.service.liveDomain(client, name);
    const change = async (isHeld: boolean) => {
      const domain = await database.first(findHeldDomain, { name });
      if (domain === undefined) throw new Error(`${name} is missing.`);
      const actor = operatorActor(workspaceId);
      const call = { actor, now: Date.now(), operationId: newId('act') };
      const links = { publicUrl: dashboard.service.url };
      const hold = { domain, isHeld, reason: 'Court order 12/26', links };
      await persist(database, changeHold(call, hold));
    };
    await change(true);
    await page.goto(dashboard.address(`/${workspaceId}/domains/${name}`));
    await page.getByText('This domain is on hold').waitFor();
    await page.getByText('Reason: Court order 12/26.').waitFor();
    await expectAccessible(page);
    await change(false);
    await page.reload();
    await page.getByRole('heading', { name }).first().waitFor();
    expect(await page.getByText('This domain is on hold').count()).toBe(0);
  });

  it('edits nameservers: add, move, remove, complain, save, restore', async () => {
    const { page, client } = await openStage(dashboard, 'domains/engines.com/nameservers');
    const saved = async () =>
      (await client.call('getDomain', { domain: 'engines.com' })).domain.nameservers;
    await page.getByLabel('Nameserver 1', { exact: true }).fill('ns1.elsewhere.net');
    await page.getByLabel('Nameserver 2', { exact: true }).fill('not a host');
    await page.getByRole('button', { name: 'Save nameservers' }).click();
    await page.getByText('Must be a fully-qualified hostname such as ns1.example.net.').waitFor();
    await expectAccessible(page);
    await page.getByLabel('Nameserver 2', { exact: true }).fill('NS1.elsewhere.net.');
    await page.getByRole('button', { name: 'Save nameservers' }).click();
    await page.getByText('This nameserver is already in the list.').waitFor();

    await page.getByLabel('Nameserver 2', { exact: true }).fill('ns2.elsewhere.net');
    await page.getByRole('button', { name: 'Add nameserver' }).click();
    // One types on where one is.
    await page.keyboard.type('ns3.elsewhere.net');
    await page.getByRole('button', { name: 'Move nameserver 3 up' }).click();
    await page.getByLabel('Nameserver 2', { exact: true }).press('Alt+ArrowUp');
    await page.getByLabel('Nameserver 1', { exact: true }).and(page.locator(':focus')).waitFor();
    await page.getByRole('button', { name: 'Remove nameserver 3' }).click();
    await page.getByRole('button', { name: 'Save nameservers' }).click();
    await page.getByText('Nameservers saved').first().waitFor();
    expect(await saved()).toEqual(['ns3.elsewhere.net', 'ns1.elsewhere.net']);
    await page.getByText('Using external nameservers').waitFor();
    await page.getByText('Nameservers saved').first().waitFor({ state: 'detached' });
    await expectAccessible(page);
    await takePictures(page, 'domain-nameservers');

    await page.getByRole('button', { name: 'Use Hostmaster nameservers' }).click();
    await page.getByRole('button', { name: 'Save nameservers' }).click();
    await page.getByText('Using external nameservers').waitFor({ state: 'detached' });
    expect(await saved()).toEqual(dashboard.service.config.nameservers);
  });

  it('shows what was done, by whom, and older entries', async () => {
    const { page, client } = await openStage(dashboard, 'domains/engines.com/activity');
    const activity = page.getByRole('list', { name: 'Activity' });
    await activity.getByText('Ada Lovelace').first().waitFor();
    await activity.getByText(/renewed engines\.com for 3 years/).waitFor();
    await expectAccessible(page);
    await takePictures(page, 'domain-activity');
    for (let count = 0; count < 60; count += 1) {
      await client.call('updateDomain', { domain: 'engines.com', autoRenew: count % 2 === 0 });
    }
    await page.reload();
    await activity.getByRole('listitem').nth(49).waitFor();
    expect(await activity.getByText(/registered engines\.com/).count()).toBe(0);
    await page.getByRole('button', { name: 'Show older' }).click();
    await activity.getByText(/registered engines\.com/).waitFor();
  });

  it('says what failed and offers the name again', async () => {
    const { page, client, workspaceId } = await openStage(dashboard, 'account');
    const name = 'sandbox-reject-works.com';
    await client.call('registerDomain', { domain: name, contact });
    await until('it has failed', async () => {
      return (await client.call('getDomain', { domain: name })).domain.status === 'failed';
    });
    await page.goto(dashboard.address(`/${workspaceId}/domains/${name}/settings`));
    await page.getByText('Registration failed').waitFor();
    await expectAccessible(page);
    expect(await page.getByRole('button', { name: 'Renew' }).count()).toBe(0);
    await page.getByRole('link', { name: 'Register again' }).click();
    await page.getByRole('heading', { name: `Register ${name}`, level: 1 }).waitFor();
  });

  it('says why a renewal failed, and that the domain still works', async () => {
    const { page, client, workspaceId } = await openStage(dashboard, 'account');
    const name = await dashboard.service.liveDomain(client, 'sandbox-norenew-works.com');
    await page.goto(dashboard.address(`/${workspaceId}/domains/${name}/settings`));
    await page.getByRole('button', { name: 'Renew' }).click();
    await page.getByRole('button', { name: 'Renew for 14 credits' }).click();
    await page.getByText('Renewal failed').waitFor();
    await page.getByText('The domain keeps working').waitFor();
  });

  it('offers a search for a name that is not in the workspace', async () => {
    const { page } = await openStage(dashboard, 'domains/nowhere.com/settings');
    await page.getByText('Domain not found').waitFor();
    await expectAccessible(page);
    await page.getByRole('link', { name: 'Check availability' }).click();
    await page.getByRole('list', { name: 'Your search' }).waitFor();
  });

  it.each([
    ['domains', 'Domains'],
    ['domains/search?name=bücher.com', 'Find a domain'],
    ['domains/register/phones.com', 'Register phones.com'],
    ['domains/engines.com/nameservers', 'engines.com'],
    ['domains/engines.com/settings', 'engines.com'],
    ['domains/engines.com/activity', 'engines.com'],
  ])('fits phones in the dark: %s', async (path, heading) => {
    const { page } = await openStage(dashboard, path, { width: 'phone', theme: 'dark' });
    await page.getByRole('heading', { name: heading, level: 1 }).waitFor();
    await expect.poll(() => page.getByText('Loading').count()).toBe(0);
    expect(await page.evaluate('document.documentElement.scrollWidth')).toBe(390);
    await expectAccessible(page);
  });

  it('is found by a link without a workspace', async () => {
    const { page } = await openStage(dashboard, 'account');
    await page.goto(dashboard.address('/domains/engines.com'));
    await page.getByRole('heading', { name: 'engines.com', level: 1, exact: true }).waitFor();
  });
});

describeDashboard('A domain near and past its end', (dashboard) => {
  it('warns, then says by when it must be renewed, on the calendar of the sandbox', async () => {
    const { page, client, workspaceId } = await openStage(dashboard, 'account', { credits: '100' });
    const { service } = dashboard;
    const name = await service.liveDomain(client, 'late.com');
    const address = dashboard.address(`/${workspaceId}/domains/${name}/settings`);
    await service.advanceCalendar(345 * dayMs);
    await page.goto(address);
    await page.getByRole('status').getByText('Expiring soon').waitFor();
    await page.getByText(/Expires in 2 weeks/).waitFor();

    await service.advanceCalendar(25 * dayMs);
    await page.goto(address);
    await page.getByText('This domain has expired').waitFor();
    await expectAccessible(page);
    await takePictures(page, 'domain-expired');
    await page.goto(dashboard.address(`/${workspaceId}/domains`));
    await page.getByRole('button', { name: 'Expired 1' }).waitFor();
    await page.getByText('5 days ago').waitFor();

    await page.goto(address);
    await page.getByRole('button', { name: 'Renew now' }).click();
    await page.getByRole('button', { name: 'Renew for 14 credits' }).click();
    await page.getByText('Renewal requested').first().waitFor();
    await page.getByText('Active', { exact: true }).waitFor();
  });
});

function yearOf(time: string): number {
  return new Date(time).getUTCFullYear();
}
