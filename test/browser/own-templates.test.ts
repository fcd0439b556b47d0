/** Templates that a workspace adds: written once, applied on the DNS page, edited and deleted. */
import { expect, it } from 'vitest';
import { expectAccessible } from './accessibility.ts';
import { describeDashboard } from './browser.ts';
import { openDns, recordsOf } from './dns-stage.ts';
import { takePictures } from './screenshots.ts';

describeDashboard('Templates of a workspace', (dashboard) => {
  it('are added with fields, applied to a domain as one change, edited and deleted', async () => {
    const stage = await openDns(dashboard, { records: [] });
    const { page, client, domain, workspaceId } = stage;
    await page.goto(dashboard.address(`/${workspaceId}/settings/templates`));
    await page.getByText('No templates yet').waitFor();
    await page.getByRole('button', { name: 'Add template' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('Name', { exact: true }).fill('Our hosting');
    await dialog.getByLabel('Records', { exact: true }).fill('www');
    await dialog.getByRole('button', { name: 'Save template' }).click();
    await dialog.getByText(/^Line 1 needs a name, a type and a value/).waitFor();
    await dialog.getByLabel('Records', { exact: true }).fill('@ A 192.0.2.1\nwww CNAME {server}');
    await dialog.getByLabel('Label of {server}').fill('Server');
    await dialog.getByLabel('Value of {server}').selectOption('hostname');
    await expectAccessible(page);
    await takePictures(page, 'own-template-form');
    await dialog.getByRole('button', { name: 'Save template' }).click();
    await page.getByRole('heading', { name: 'Our hosting' }).waitFor();
    await expectAccessible(page);
    await takePictures(page, 'own-templates');

    await page.goto(dashboard.address(`/${workspaceId}/domains/${domain}/dns`));
    await page.getByRole('button', { name: 'More actions' }).click();
    await page.getByRole('menuitem', { name: 'Use a template…' }).click();
    await dialog.getByRole('button', { name: 'Our hosting' }).click();
    await dialog.getByLabel('Server').fill('web.example.net');
    await dialog.getByRole('button', { name: 'Preview changes' }).click();
    await dialog.getByText('2 records added').first().waitFor();
    await dialog.getByRole('button', { name: 'Apply 2 changes' }).click();
    await page.getByText('Our hosting applied').waitFor();
    expect(await recordsOf(stage)).toEqual([
      { type: 'A', name: '@', ttl: 3_600, value: '192.0.2.1' },
      { type: 'CNAME', name: 'www', ttl: 3_600, value: 'web.example.net' },
    ]);

    await page.goto(dashboard.address(`/${workspaceId}/settings/templates`));
    await page.getByRole('button', { name: 'Edit Our hosting' }).click();
    await dialog.getByLabel('Records', { exact: true }).fill('@ A 192.0.2.2');
    await dialog.getByRole('button', { name: 'Save template' }).click();
    await expect.poll(() => dialog.count()).toBe(0);
    await page.getByText('@ A 192.0.2.2').waitFor();
    const { templates } = await client.call('listTemplates', {});
    expect(templates.find(({ id }) => id === 'our-hosting')).toMatchObject({
      fields: [],
      records: [{ type: 'A', name: '@', value: '192.0.2.2' }],
    });
    await page.getByRole('button', { name: 'Delete Our hosting' }).click();
    await page.getByRole('button', { name: 'Delete template', exact: true }).click();
    await page.getByText('No templates yet').waitFor();
  });
});
