/** People delete a workspace and their account by visible labels, at desktop and phone width. */
import type { Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { linkTokenIn, waitForMail } from '../dashboard-api/mail-files.ts';
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

async function openAccountDeletion(page: Page) {
  await page.getByRole('button', { name: 'Delete account' }).click();
  const dialog = page.getByRole('dialog', { name: 'Delete your account?' });
  await dialog.getByLabel('Type your email address to confirm').waitFor();
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
    await refused.getByLabel('Type the name of the workspace to confirm').fill(owner.workspace);
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

describeDashboard('Deleting an account', (dashboard) => {
  it('lists the keys that end, is refused to the last owner, and signs out for good', async () => {
    const { page, workspaceId } = await openStage(dashboard, 'settings/members');
    const email = 'joan@example.com';
    await page.getByRole('button', { name: 'Invite member' }).click();
    const invitation = page.getByRole('dialog', { name: 'Invite a member' });
    await invitation.getByLabel('Email address').fill(email);
    await invitation.getByLabel('Admin').check();
    await invitation.getByRole('button', { name: 'Send invitation' }).click();
    await invitation.waitFor({ state: 'hidden' });

    const { page: theirs } = await dashboard.newVisitor();
    const token = linkTokenIn(await waitForMail(dashboard.service, email), 'invitation');
    await theirs.goto(dashboard.address(`/invitation#${token}`));
    await theirs.getByLabel('Your name').fill('Joan');
    await theirs.getByLabel('Password', { exact: true }).fill('quite another long one');
    await theirs.getByRole('button', { name: 'Create account and join' }).click();
    await theirs.getByRole('heading', { name: 'Overview' }).waitFor();
    await theirs.goto(dashboard.address(`/${workspaceId}/settings/tokens`));
    await theirs.getByRole('button', { name: 'Create token' }).click();
    const creation = theirs.getByRole('dialog', { name: 'Create API token' });
    await creation.getByRole('textbox', { name: 'Name' }).fill('Deploy');
    await creation.getByRole('button', { name: 'Create token' }).click();
    await theirs.getByRole('button', { name: "I've saved it" }).click();

    await page.goto(dashboard.address(`/${workspaceId}/account`));
    const refused = await openAccountDeletion(page);
    await refused.getByLabel('Type your email address to confirm').fill(owner.email);
    await refused.getByRole('button', { name: 'Delete account' }).click();
    await refused.getByText(`${owner.workspace} would have no owner.`).waitFor();
    await expectAccessible(page);

    await theirs.setViewportSize(viewports.phone);
    await theirs.goto(dashboard.address(`/${workspaceId}/account`));
    const dialog = await openAccountDeletion(theirs);
    await dialog.getByText(`API token Deploy (${owner.workspace})`).waitFor();
    await expectAccessible(theirs);
    await takePictures(theirs, 'delete-account');
    await dialog.getByLabel('Type your email address to confirm').fill(email);
    await dialog.getByRole('button', { name: 'Delete account' }).click();
    await theirs.getByRole('heading', { name: 'Sign in' }).waitFor();
    await theirs.getByLabel('Email address').fill(email);
    await theirs.getByLabel('Password', { exact: true }).fill('quite another long one');
    await theirs.getByRole('button', { name: 'Sign in', exact: true }).click();
    await theirs.getByText('Incorrect email address or password.').waitFor();
    await page.goto(dashboard.address(`/${workspaceId}/activity`));
    await page.getByText('deleted their account').first().waitFor();
  });
});
