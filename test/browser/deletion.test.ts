/** People delete a workspace by visible labels, at desktop and phone width. */
import type { Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { expectAccessible } from './accessibility.ts';
import { describeDashboard, owner, viewports } from './browser.ts';
import { openStage } from './domain-stage.ts';
import { takePictures } from './screenshots.ts';

async function openDeletion(page: Page) {
  await page.getByRole('button', { name: 'Delete workspace' }).click();
  const dialog = page.getByRole('dialog', { name: 'Delete this workspace?' });
  await dialog.getByLabel('Type the name of the workspace to confirm').waitFor();
  return dialog;
}

describeDashboard('Deleting a workspace', (dashboard) => {
  it('is refused with credits left, and works for an empty one after its name was typed', async () => {
    const { page, workspaceId } = await openStage(dashboard, 'settings/workspace', {
      credits: '10',
    });
    const refused = await openDeletion(page);
    await expectAccessible(page);
    await takePictures(page, 'delete-workspace');
    await refused.getByRole('button', { name: 'Delete workspace' }).click();
    await refused.getByText(`Enter the name of the workspace: ${owner.workspace}`).waitFor();
    await refused
      .getByLabel('Type the name of the workspace to confirm')
      .fill(owner.workspace);
    await refused.getByRole('button', { name: 'Delete workspace' }).click();
    await refused.getByText(/credits: ask the operator of this service to pay them back/).waitFor();
    await expectAccessible(page);
    await refused.getByRole('button', { name: 'Cancel' }).click();
    await refused.waitFor({ state: 'hidden' });

    await page.getByRole('button', { name: 'New workspace' }).click();
    const creation = page.getByRole('dialog', { name: 'New workspace' });
    await creation.getByLabel('Name').fill('Side project');
    await creation.getByRole('button', { name: 'Create workspace' }).click();
    await expect.poll(() => page.url()).not.toContain(workspaceId);
    await page.getByRole('heading', { name: 'Overview' }).waitFor();
    const made = new URL(page.url()).pathname.split('/')[2] ?? '';
    await page.setViewportSize(viewports.phone);
    await page.goto(dashboard.address(`/${made}/settings/workspace`));
    const dialog = await openDeletion(page);
    await dialog.getByLabel('Type the name of the workspace to confirm').fill('Side project');
    await expectAccessible(page);
    await dialog.getByRole('button', { name: 'Delete workspace' }).click();
    await page.getByText('Side project deleted').first().waitFor();
    await expect.poll(() => page.url()).toContain(workspaceId);
    await page.goto(dashboard.address(`/${made}/settings/workspace`));
    await expect.poll(() => page.getByRole('button', { name: 'Delete workspace' }).count()).toBe(0);
  });
});
