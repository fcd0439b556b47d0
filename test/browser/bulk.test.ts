/** Several domains at once: selected in the list, previewed with the total, followed to the end. */
import { contact } from '@hostmaster/test-rig/service';
import { expect, it, onTestFinished } from 'vitest';
import { expectAccessible } from './accessibility.ts';
import { describeDashboard, viewports } from './browser.ts';
import { openStage } from './domain-stage.ts';
import { takePictures } from './screenshots.ts';

const names = Array.from(
  { length: 20 },
  (_, index) => `bulk-${String(index).padStart(2, '0')}.com`,
);

describeDashboard('Bulk changes', (dashboard) => {
  it('renews a range of domains, and goes on after a reload', async () => {
    const { service } = dashboard;
    const { page, client, workspaceId } = await openStage(dashboard, 'account', {
      credits: '1000',
    });
    for (const domain of names) await client.call('registerDomain', { domain, contact });
    await service.settled();
    await page.goto(dashboard.address(`/${workspaceId}/domains`));

    await page.getByRole('checkbox', { name: 'Select bulk-00.com' }).click();
    await page.getByRole('checkbox', { name: 'Select bulk-18.com' }).click({
      modifiers: ['Shift'],
    });
    await page.getByText('19 of 20 selected').waitFor();
    await page.getByRole('checkbox', { name: 'Select bulk-03.com' }).click();
    await page.getByText('18 of 20 selected').waitFor();
    await expectAccessible(page);
    await takePictures(page, 'bulk-selection');
    await page.getByRole('checkbox', { name: 'Select all 20 domains' }).click();
    await page.getByText('20 of 20 selected').waitFor();
    // What a search hides is not changed.
    await page.getByRole('searchbox', { name: 'Search domains' }).fill('bulk-1');
    await page.getByText('10 of 10 selected').waitFor();
    await page.getByRole('searchbox', { name: 'Search domains' }).fill('');
    await page.getByRole('button', { name: 'Change 20 domains' }).click();

    const dialog = page.getByRole('dialog', { name: 'Change 20 domains' });
    await dialog.getByRole('combobox', { name: 'Action' }).waitFor();
    await expectAccessible(page);
    await takePictures(page, 'bulk-dialog');
    await dialog.getByRole('button', { name: 'Preview changes' }).click();

    await page.getByRole('heading', { name: 'Renew 20 domains for 1 year', level: 1 }).waitFor();
    const start = page.getByRole('button', { name: 'Start for 280 credits' });
    await start.waitFor();
    const list = page.getByRole('list', { name: 'Domains in this change' });
    await expect.poll(() => list.getByRole('listitem').count()).toBe(20);
    await expectAccessible(page);
    await takePictures(page, 'bulk-preview');
    // What it is about and the button stay in view.
    for (const viewport of [viewports.phone, viewports.desktop]) {
      await page.setViewportSize(viewport);
      await expect.poll(() => page.evaluate<number>('scrollTo(0, 400), scrollY')).toBe(400);
      expect((await start.boundingBox())?.y ?? -1).toBeGreaterThan(0);
    }

    // The registry holds the first ones, so that the operation is in the middle.
    const held = names.slice(0, 16).map((name) => service.registry.hold('renew', name));
    onTestFinished(() => service.registry.releaseAll());
    await start.click();
    await page.getByRole('button', { name: 'Cancel the rest' }).waitFor();
    await page.getByText('16 of 20 processed').waitFor();
    await page.reload();
    await page.getByText('16 of 20 processed').waitFor();
    await expectAccessible(page);
    await takePictures(page, 'bulk-progress');
    for (const each of held) each.release();
    await page.getByText('20 of 20 processed').waitFor();
    await page.getByText('Finished', { exact: true }).waitFor();
    await page.getByText('280 credits', { exact: true }).waitFor();

    await page.getByRole('link', { name: 'Bulk changes' }).click();
    await page.getByRole('heading', { name: 'Bulk changes', level: 1 }).waitFor();
    await page.getByRole('link', { name: 'Renew 20 domains for 1 year' }).waitFor();
    await page.getByText('20 done').waitFor();
    await takePictures(page, 'bulk-list');
  });

  it('says why a domain cannot be changed, before anything is started', async () => {
    const { service } = dashboard;
    const { page, client, workspaceId } = await openStage(dashboard, 'account', {
      credits: '100',
    });
    const domain = 'bulk-alone.net';
    await client.call('registerDomain', { domain, contact });
    await service.settled();
    await page.goto(dashboard.address(`/${workspaceId}/domains`));
    await page.getByRole('checkbox', { name: `Select ${domain}` }).click();
    await page.getByRole('button', { name: 'Change 1 domain' }).click();
    const dialog = page.getByRole('dialog', { name: 'Change 1 domain' });
    await dialog.getByRole('combobox', { name: 'Action' }).click();
    await page.getByRole('option', { name: 'Turn off transfer lock' }).click();
    await dialog.getByRole('button', { name: 'Preview changes' }).click();
    const list = page.getByRole('list', { name: 'Domains in this change' });
    // Not yet failed: nothing was tried.
    await list.getByText("Can't be changed").waitFor();
    await page.getByRole('button', { name: "Show 1 that can't be changed" }).waitFor();
    expect(await page.getByText('Failed').count()).toBe(0);
    await takePictures(page, 'bulk-refused');
    await list.getByText(/^This domain stays locked until/).waitFor();
    await page.getByRole('button', { name: 'Discard', exact: true }).click();
    await page.getByRole('button', { name: 'Discard preview' }).click();
    await page.getByText('Cancelled', { exact: true }).first().waitFor();
    await expectAccessible(page);
  });

  it('applies a template to several domains', async () => {
    const { service } = dashboard;
    const { page, client, workspaceId } = await openStage(dashboard, 'account', {
      credits: '100',
    });
    const domains = ['a-bulk-mail.com', 'a-bulk-post.com'];
    for (const domain of domains) await client.call('registerDomain', { domain, contact });
    await service.settled();
    await page.goto(dashboard.address(`/${workspaceId}/domains`));
    for (const domain of domains) {
      await page.getByRole('checkbox', { name: `Select ${domain}` }).click();
    }
    await page.getByRole('button', { name: 'Change 2 domains' }).click();
    const dialog = page.getByRole('dialog', { name: 'Change 2 domains' });
    await dialog.getByRole('combobox', { name: 'Action' }).click();
    await page.getByRole('option', { name: 'Apply a DNS template' }).click();
    await dialog.getByRole('button', { name: /^Fastmail/ }).click();
    await dialog.getByRole('checkbox', { name: 'Delete records in conflict' }).waitFor();
    await expectAccessible(page);
    await takePictures(page, 'bulk-template');
    await dialog.getByRole('button', { name: 'Preview changes' }).click();
    await page.getByRole('heading', { name: 'Apply a template to 2 domains', level: 1 }).waitFor();
    await page.getByRole('button', { name: 'Start', exact: true }).click();
    await page.getByText('2 of 2 processed').waitFor();
    for (const domain of domains) {
      const { records } = await client.call('listRecords', { domain });
      expect(records.filter(({ type }) => type === 'MX')).toHaveLength(2);
    }
  });
});
