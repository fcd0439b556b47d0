/** The state of the service, for its operators. */
import { runCommand } from '@hostmaster/test-rig/process';
import { expect, it } from 'vitest';
import { expectAccessible } from './accessibility.ts';
import { describeDashboard, owner } from './browser.ts';
import { openStage } from './domain-stage.ts';
import { takePictures } from './screenshots.ts';

describeDashboard('The page about the service', (dashboard) => {
  it('is in the menu of operators only, and shows secondaries', async () => {
    const { page } = await openStage(dashboard, 'domains', { credits: '50' });
    const menu = page.getByRole('button', { name: 'Account menu' });
    await menu.click();
    await page.getByRole('menuitem', { name: 'Account' }).waitFor();
    expect(await page.getByRole('menuitem', { name: 'Service' }).count()).toBe(0);
    const { place } = dashboard.service;
    await runCommand(place, 'user', 'operator', owner.email);
    const address = ['--address', '127.0.0.1:9'];
    await runCommand(place, 'secondary', 'add', 'ns1', ...address);
    await page.reload();
    await menu.click();
    await page.getByRole('menuitem', { name: 'Service' }).click();
    const row = page.getByRole('list', { name: 'Secondaries' }).getByRole('listitem');
    await row.getByText('127.0.0.1:9').waitFor();
    await expectAccessible(page);
    await takePictures(page, 'service');
  });
});
