/** Two-factor authentication that the workspace requires: set by the owner, noticed, then needed. */
import { dayMs } from '@hostmaster/contract/durations';
import type { Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { linkTokenIn, waitForMail } from '../dashboard-api/mail-files.ts';
import { codeOf } from '../dashboard-api/second-factors.ts';
import { expectAccessible } from './accessibility.ts';
import { describeDashboard, viewports } from './browser.ts';
import { openStage } from './domain-stage.ts';
import { takePictures } from './screenshots.ts';

async function setUpApp(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Set up authenticator app' }).click();
  const dialog = page.getByRole('dialog', { name: 'Set up authenticator app' });
  await dialog.getByRole('img', { name: 'QR code for your authenticator app' }).waitFor();
  const secret = (await dialog.locator('code').innerText()).replaceAll(' ', '');
  await dialog.getByLabel('Authentication code').fill(codeOf(secret));
  await dialog.getByRole('button', { name: 'Turn on' }).click();
  await page.getByRole('button', { name: "I've saved them" }).click();
}

describeDashboard('Required two-factor authentication', (dashboard) => {
  it('is set by the owner, noticed before its date, and needed after it', async () => {
    const { page, workspaceId } = await openStage(dashboard, 'settings/members');
    const email = 'joan@example.com';
    await page.getByRole('button', { name: 'Invite member' }).click();
    const invitation = page.getByRole('dialog', { name: 'Invite a member' });
    await invitation.getByLabel('Email address').fill(email);
    await invitation.getByLabel('Read-only').check();
    await invitation.getByRole('button', { name: 'Send invitation' }).click();
    await invitation.waitFor({ state: 'hidden' });

    const demand = async () => {
      await page.getByRole('button', { name: 'Require it' }).click();
      const dialog = page.getByRole('dialog', { name: 'Require two-factor authentication' });
      await dialog.getByLabel('Required from').waitFor();
      await expectAccessible(page);
      await dialog.getByRole('button', { name: 'Require it' }).click();
      return dialog;
    };
    const refused = await demand();
    await refused.getByText(/^Set up two-factor authentication for your own account/).waitFor();
    await page.goto(dashboard.address(`/${workspaceId}/account`));
    await setUpApp(page);
    await page.goto(dashboard.address(`/${workspaceId}/settings/members`));
    await (await demand()).waitFor({ state: 'hidden' });
    await page.getByText(/^Required from /).waitFor();
    await expectAccessible(page);
    await takePictures(page, 'required-factor');

    const { page: theirs } = await dashboard.newVisitor();
    const token = linkTokenIn(await waitForMail(dashboard.service, email), 'invitation');
    await theirs.goto(dashboard.address(`/invitation#${token}`));
    await theirs.getByLabel('Your name').fill('Joan');
    await theirs.getByLabel('Password', { exact: true }).fill('quite another long one');
    await theirs.getByRole('button', { name: 'Create account and join' }).click();
    await theirs.getByRole('heading', { name: 'Overview' }).waitFor();
    const notice = theirs.getByRole('complementary', { name: 'Two-factor authentication' });
    await notice.getByText(/requires two-factor authentication from/).waitFor();
    await expectAccessible(theirs);
    await takePictures(theirs, 'factor-notice');

    await dashboard.service.advanceCalendar(8 * dayMs);
    await theirs.setViewportSize(viewports.phone);
    await theirs.goto(dashboard.address(`/${workspaceId}/overview`));
    await theirs.getByRole('heading', { name: 'Two-factor authentication required' }).waitFor();
    await expectAccessible(theirs);
    await takePictures(theirs, 'factor-needed');
    await theirs.getByRole('link', { name: 'Go to your account' }).click();
    await setUpApp(theirs);
    await expect.poll(() => notice.count()).toBe(0);
    await theirs.goto(dashboard.address(`/${workspaceId}/overview`));
    await theirs.getByRole('heading', { name: 'Overview' }).waitFor();
  });
});
