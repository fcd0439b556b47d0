/** How a domain changes hands, is let go, deleted and restored, on its page. */

import { dayMs } from '@hostmaster/contract/durations';
import { query } from '@hostmaster/test-rig/any-query';
import { contact, until } from '@hostmaster/test-rig/service';
import type { Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { persistChange } from '../../packages/server/src/changes/persist.ts';
import { findHeldDomain } from '../../packages/server/src/storage/queries/domains/domains.ts';
import { update } from '../../packages/server/src/storage/row-write.ts';
import { prices } from '../../packages/server/src/storage/tables/prices/prices.ts';
import { expectAccessible } from './accessibility.ts';
import { describeDashboard, owner } from './browser.ts';
import { openStage } from './domain-stage.ts';
import { takePictures } from './screenshots.ts';

const agePasswords = query<object>()(({ db }) =>
  db.updateTable('sessions').set({ password_at: null }),
);

describeDashboard('A domain that changes hands', (dashboard) => {
  const { service } = dashboard;

  it('stays locked at first, then is unlocked with the password and gets an auth code', async () => {
    const { page, client, workspaceId } = await openStage(dashboard, 'account', { credits: '500' });
    await service.liveDomain(client, 'leaving.com');
    const open = () => page.goto(dashboard.address(`/${workspaceId}/domains/leaving.com/settings`));
    await open();
    const card = page.getByRole('region', { name: 'Transfer to another registrar' });
    await card.getByText(/stays locked until .* because it was registered recently/).waitFor();
    expect(await card.getByRole('button', { name: 'Turn off lock' }).isDisabled()).toBe(true);

    await service.advanceCalendar(61 * dayMs);
    await service.database.transaction((tx) => tx.run(agePasswords, {}));
    await open();
    await card.getByText("This domain can't be transferred away.").waitFor();
    await card.getByRole('button', { name: 'Turn off lock' }).click();
    await confirmPassword(page);
    await card.getByText('Unlocked').waitFor();
    await card.getByRole('button', { name: 'Get auth code' }).click();
    const dialog = page.getByRole('dialog', { name: 'Auth code for leaving.com' });
    await dialog.getByRole('button', { name: 'Get auth code' }).click();
    const code = await dialog.getByRole('textbox', { name: 'Auth code' }).inputValue();
    expect(code.length).toBeGreaterThan(8);
    await dialog.getByText(/Enter it at your new registrar by/).waitFor();
    await expectAccessible(page);
    await dialog.getByRole('button', { name: 'Copy auth code' }).click();
    expect(await page.evaluate('navigator.clipboard.readText()')).toBe(code);
    await dialog.getByRole('button', { name: "I've saved it" }).click();
    await dialog.waitFor({ state: 'hidden' });
    expect(await page.content()).not.toContain(code);
    await card.getByRole('button', { name: 'Turn on lock' }).click();
    await card.getByText('Locked', { exact: true }).waitFor();
    expect((await client.call('getTransferLock', { domain: 'leaving.com' })).locked).toBe(true);
  });

  it('corrects an address at once, and asks for consent before another owner', async () => {
    const { page, client, workspaceId } = await openStage(dashboard, 'account', { credits: '500' });
    const domain = await service.liveDomain(client, 'sandbox-trade-looms.com');
    await page.goto(dashboard.address(`/${workspaceId}/domains/${domain}/settings`));
    const card = page.getByRole('region', { name: 'Domain owner' });
    const edit = card.getByRole('button', { name: 'Change owner details' });
    const dialog = page.getByRole('dialog', { name: `Owner of ${domain}` });
    const save = dialog.getByRole('button', { name: 'Save owner details' });
    await edit.click();
    expect(await save.isDisabled()).toBe(true);
    await dialog.getByLabel('City').fill('Ockham');
    expect(await dialog.getByText('This changes the owner of the domain').count()).toBe(0);
    await save.click();
    await card.getByText('Ockham').waitFor();
    await service.untilNoJobs(domain);

    await page.reload();
    await edit.click();
    await dialog.getByLabel('Last name').fill('Somerville');
    await dialog.getByText('This changes the owner of the domain').waitFor();
    await save.click();
    await dialog.getByText('Confirm that both owners agree.').waitFor();
    await dialog.getByLabel('The current owner and the new owner agree to this change.').check();
    await expectAccessible(page);
    await takePictures(page, 'domain-owner');
    const update = service.registry.hold('update', domain);
    await save.click();
    await card.getByText('Change pending').waitFor();
    await card.getByText(`${contact.firstName} Somerville`).waitFor();
    await expectAccessible(page);
    const { contact: now, pending } = await client.call('getContact', { domain });
    expect({ name: now.lastName, pending }).toEqual({ name: 'Somerville', pending: true });
    update.release();
    await card.getByText('Change pending').waitFor({ state: 'detached' });
    const lock = page.getByRole('region', { name: 'Transfer to another registrar' });
    await lock.getByText(/stays locked until .* because/).waitFor();
  });

  it('is restored after its deletion, at a price that is shown first', async () => {
    const { page, client, workspaceId } = await openStage(dashboard, 'account', { credits: '500' });
    const domain = await service.liveDomain(client, 'sandbox-redemption-looms.com');
    await client.call('updateDomain', { domain, autoRenew: false });
    await service.advanceCalendar(396 * dayMs);
    await until('it is deleted', async () => {
      const row = await service.database.first(findHeldDomain, { name: domain });
      return typeof row?.release.redemptionUntil === 'number';
    });
    await page.goto(dashboard.address(`/${workspaceId}/domains?status=deleted`));
    const row = page.getByRole('row', { name: new RegExp(domain) });
    await row.getByText('Deleted').last().waitFor();
    await row.getByText(/^Restore by /).waitFor();
    await page.goto(dashboard.address(`/${workspaceId}/overview`));
    await page.getByRole('link', { name: `Restore ${domain}` }).click();
    await page.getByText('This domain was deleted').waitFor();
    await page.getByRole('button', { name: 'Restore' }).click();
    const dialog = page.getByRole('dialog', { name: `Restore ${domain}` });
    await dialog.getByText('There is no price for a restore of this domain.').waitFor();
    const price = { workspaceId: '', tld: 'com' };
    const rows = [update(prices, price, { restoreCredits: 80 })];
    await persistChange(service.database, { rows });
    await dialog.getByRole('button', { name: 'Try again' }).click();
    await dialog.getByText('One-year renewal').waitFor();
    await expectAccessible(page);
    await takePictures(page, 'domain-restore');
    const restore = service.registry.hold('restore', domain);
    await dialog.getByRole('button', { name: 'Restore for 94 credits' }).click();
    await page.getByText('Restore in progress').waitFor();
    restore.release();
    await page.getByText('Restore in progress').waitFor({ state: 'detached' });
    expect((await client.call('getDomain', { domain })).domain.status).toBe('active');
  });
});

async function confirmPassword(page: Page): Promise<void> {
  const asked = page.getByRole('dialog', { name: 'Confirm your password' });
  await asked.getByLabel('Password', { exact: true }).fill(owner.password);
  await asked.getByRole('button', { name: 'Continue' }).click();
}
