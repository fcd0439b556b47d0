/** Several names at once: suggested where one is taken, put into the basket, registered with one total. */
import { contact } from '@hostmaster/test-rig/service';
import { expect, it } from 'vitest';
import { expectAccessible } from './accessibility.ts';
import { describeDashboard } from './browser.ts';
import { fillContact, openStage } from './domain-stage.ts';
import { takePictures } from './screenshots.ts';

describeDashboard('The basket', (dashboard) => {
  it('takes suggestions and other extensions, shows one total, and registers them', async () => {
    const { service } = dashboard;
    const { page, client, workspaceId } = await openStage(dashboard, 'account', {
      credits: '1000',
    });
    await page.goto(dashboard.address(`/${workspaceId}/settings/contacts`));
    await page.getByRole('button', { name: 'Add contact' }).first().click();
    await page.getByLabel('Label').fill('Head office');
    await fillContact(page);
    await page.getByRole('button', { name: 'Save contact' }).click();
    await page.getByText('Head office').first().waitFor();

    await page.goto(dashboard.address(`/${workspaceId}/domains/search`));
    await page.getByRole('searchbox', { name: 'Domain name' }).fill('google.com');
    const similar = page.getByRole('list', { name: 'Similar names' });
    await similar.getByRole('button', { name: 'Add getgoogle.com to the basket' }).click();
    await page
      .getByRole('list', { name: 'Other extensions' })
      .getByRole('button', { name: 'Add google.org to the basket' })
      .click();
    const basket = page.getByRole('region', { name: 'Basket' });
    await basket.getByText('2 domains', { exact: true }).waitFor();
    await basket.getByText(/^\d+ credits, then \d+ a year$/).waitFor();
    await expectAccessible(page);
    await takePictures(page, 'basket');
    // It is kept while one goes on searching.
    await page.reload();
    await basket.getByText('2 domains', { exact: true }).waitFor();
    await page.getByRole('searchbox', { name: 'Domain name' }).fill('basket-loom.com');
    await page.getByRole('button', { name: 'Add basket-loom.com to the basket' }).click();
    await page.getByRole('button', { name: 'Remove basket-loom.com from the basket' }).click();
    await basket.getByRole('button', { name: 'Register 2 domains' }).click();

    const dialog = page.getByRole('dialog', { name: 'Register 2 domains' });
    await dialog.getByText('Total for 1 year').waitFor();
    await dialog.getByRole('combobox', { name: 'Owner' }).click();
    await page.getByRole('option', { name: `Head office (${contact.email})` }).click();
    await expectAccessible(page);
    await takePictures(page, 'basket-dialog');
    await dialog.getByRole('button', { name: 'Preview total' }).click();
    await page.getByRole('heading', { name: 'Register 2 domains for 1 year', level: 1 }).waitFor();
    await page.getByRole('button', { name: /^Start for \d+ credits$/ }).click();
    await page.getByText('2 of 2 processed').waitFor();
    await service.settled();
    const { domains } = await client.call('listDomains', {});
    expect(domains.map(({ name }) => name)).toEqual(
      expect.arrayContaining(['getgoogle.com', 'google.org']),
    );
  });

  it('checks 500 names of a longer list, and says how many are left out', async () => {
    const { page } = await openStage(dashboard, 'domains/search');
    const list = Array.from({ length: 502 }, (_, index) => `long-loom-${index}.com`);
    await page.getByRole('searchbox', { name: 'Domain name' }).fill(list.join(', '));
    await page.getByText('The last 2 names are left out. Search for them separately.').waitFor();
    await page.getByText('500 of 500 available').waitFor();
  });

  it('takes what is free of a pasted list of 45 names, which is checked some at a time', async () => {
    const { page, workspaceId } = await openStage(dashboard, 'account', { credits: '1000' });
    const names = Array.from({ length: 43 }, (_, index) => `pasted-loom-${index}.com`);
    const list = [...names, 'google.com', 'not_a_name.com'];
    let release = () => {};
    const held = new Promise<void>((resolve) => {
      release = resolve;
    });
    const sizes: number[] = [];
    await page.route('**/search', async (route) => {
      if (route.request().method() !== 'POST') return route.fallback();
      sizes.push(((route.request().postDataJSON() as { names: string[] }).names ?? []).length);
      if (sizes.length === 2) await held;
      await route.continue();
    });
    await page.goto(dashboard.address(`/${workspaceId}/domains/search`));
    await page.getByRole('searchbox', { name: 'Domain name' }).fill(list.join(', '));
    await page.getByText('20 of 45 names checked').waitFor();
    await expectAccessible(page);
    await takePictures(page, 'search-list-progress');
    release();
    await page.getByText('43 of 44 available').waitFor();
    expect(sizes).toEqual([20, 20, 5]);
    await page.getByText('Not a valid domain name: not_a_name.com.').waitFor();
    const results = page.getByRole('list', { name: 'Your search' }).getByRole('listitem');
    expect(await results.count()).toBe(44);
    await page.getByRole('button', { name: 'Add all available to the basket' }).click();
    const basket = page.getByRole('region', { name: 'Basket' });
    await basket.getByText('43 domains', { exact: true }).waitFor();
    await expectAccessible(page);
    await takePictures(page, 'search-list');
    await basket.getByRole('button', { name: 'Register 43 domains' }).click();
    const dialog = page.getByRole('dialog', { name: 'Register 43 domains' });
    await dialog.getByText('Total for 1 year').waitFor();
    await expectAccessible(page);
    await takePictures(page, 'search-list-dialog');
  });
});
