/** Members in the browser: invited, joining with and without an account, limited, changed and removed. */
import type { Locator, Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { linkTokenIn, waitForMail } from '../dashboard-api/mail-files.ts';
import { expectAccessible } from './accessibility.ts';
import { describeDashboard, type TestDashboard, viewports } from './browser.ts';
import { openStage } from './domain-stage.ts';
import { takePictures } from './screenshots.ts';

const newPassword = 'quite another long one';

async function invite(page: Page, email: string, fill: (dialog: Locator) => Promise<void>) {
  await page.getByRole('button', { name: 'Invite member' }).click();
  const dialog = page.getByRole('dialog', { name: 'Invite a member' });
  await dialog.getByLabel('Email address').fill(email);
  await fill(dialog);
  return dialog;
}

async function linkOf({ service }: TestDashboard, email: string, nth = 1): Promise<string> {
  return `/invitation#${linkTokenIn(await waitForMail(service, email, nth), 'invitation')}`;
}

/** Without an account: opens the link, chooses name and password. */
async function join(dashboard: TestDashboard, page: Page, email: string, name: string) {
  await page.goto(dashboard.address(await linkOf(dashboard, email)));
  await page.getByLabel('Your name').fill(name);
  await page.getByLabel('Password', { exact: true }).fill(newPassword);
  await page.getByRole('button', { name: 'Create account and join' }).click();
}

async function expectFits(page: Page): Promise<void> {
  await expect
    .poll(() => page.evaluate<number>('document.documentElement.scrollWidth - innerWidth'))
    .toBeLessThanOrEqual(0);
}

describeDashboard('Members', (dashboard) => {
  for (const width of ['desktop', 'phone'] as const) {
    it(`${width}: a DNS editor for one domain is invited, joins and is offered no more`, async () => {
      const stage = await openStage(dashboard, 'settings/members', { credits: '100' });
      const { page, client, workspaceId } = stage;
      await page.setViewportSize(viewports[width]);
      const domain = await dashboard.service.liveDomain(client);
      const other = await dashboard.service.liveDomain(client);
      const email = `joan-${width}@example.com`;
      await page.reload();
      const dialog = await invite(page, email, async (form) => {
        await form.getByLabel('DNS editor').check();
        await form.getByLabel('Selected domains').check();
      });
      await dialog.getByRole('button', { name: 'Send invitation' }).click();
      await dialog.getByText('Select at least one domain').waitFor();
      await dialog.getByLabel('Add domain').fill(domain);
      await page.getByRole('option', { name: domain }).click();
      await expectAccessible(page);
      await takePictures(page, 'invite-member');
      await dialog.getByRole('button', { name: 'Send invitation' }).click();
      await dialog.waitFor({ state: 'hidden' });
      const open = page.getByRole('list', { name: 'Open invitations' });
      await open.getByText(email).waitFor();
      await open.getByText(`Only ${domain}`).waitFor();
      await expectAccessible(page);
      await expectFits(page);
      await takePictures(page, 'members');

      const { page: theirs } = await dashboard.newVisitor({ width });
      await theirs.goto(dashboard.address(await linkOf(dashboard, email)));
      await theirs.getByRole('heading', { name: /^Join / }).waitFor();
      await expectAccessible(theirs);
      await takePictures(theirs, 'invitation');
      await join(dashboard, theirs, email, 'Joan');
      await theirs.getByRole('heading', { name: 'Domains' }).waitFor();
      await theirs.getByRole('link', { name: domain }).first().waitFor();
      expect(await theirs.getByRole('link', { name: other }).count()).toBe(0);
      expect(await theirs.getByRole('link', { name: 'Register a domain' }).count()).toBe(0);
      if (width === 'phone')
        await theirs.getByRole('button', { name: 'Menu', exact: true }).click();
      const navigation = theirs.getByRole('navigation', {
        name: width === 'phone' ? 'All pages' : 'Workspace',
      });
      await navigation.getByRole('link', { name: 'Members' }).waitFor();
      for (const hidden of ['Overview', 'Credits', 'Activity', 'Webhooks', 'Contacts']) {
        expect([hidden, await navigation.getByRole('link', { name: hidden }).count()]).toEqual([
          hidden,
          0,
        ]);
      }
      await theirs.goto(dashboard.address(`/${workspaceId}/credits`));
      await theirs
        .getByText('Your role is DNS editor. Only these roles can open this page:')
        .waitFor();
      await expectAccessible(theirs);
      await takePictures(theirs, 'not-allowed');

      await theirs.goto(dashboard.address(`/${workspaceId}/domains/${domain}/dns`));
      await theirs.getByRole('button', { name: 'Add record' }).waitFor();
      expect(await theirs.getByRole('button', { name: 'Renew' }).count()).toBe(0);
      await theirs.goto(dashboard.address(`/${workspaceId}/domains/${domain}/settings`));
      const autoRenew = theirs.getByRole('switch', { name: 'Auto-renew' });
      await autoRenew.waitFor();
      expect(await autoRenew.isDisabled()).toBe(true);
      expect(await theirs.getByText('Domain owner').count()).toBe(0);

      await theirs.goto(dashboard.address(`/${workspaceId}/settings/members`));
      await theirs.getByRole('columnheader', { name: 'DNS editor You' }).waitFor();
      expect(await theirs.getByRole('button', { name: 'Invite member' }).count()).toBe(0);
      await expectAccessible(theirs);
      await expectFits(theirs);

      // A reader sees records and changes none.
      await page.reload();
      await page.getByRole('button', { name: 'Actions for Joan' }).click();
      await page.getByRole('menuitem', { name: 'Change role' }).click();
      const role = page.getByRole('dialog', { name: 'Role of Joan', exact: true });
      await role.getByLabel('Read-only').check();
      await role.getByLabel('All domains').check();
      await role.getByRole('button', { name: 'Change role' }).click();
      await role.waitFor({ state: 'hidden' });
      await theirs.goto(dashboard.address(`/${workspaceId}/domains/${other}/dns`));
      await theirs.getByRole('button', { name: 'More actions' }).waitFor();
      expect(await theirs.getByRole('button', { name: 'Add record' }).count()).toBe(0);

      // They leave, and have no workspace then.
      await theirs.goto(dashboard.address(`/${workspaceId}/settings/members`));
      await theirs.getByRole('button', { name: 'Leave workspace' }).click();
      const leaving = theirs.getByRole('alertdialog');
      await leaving.getByRole('button', { name: 'Leave workspace' }).click();
      await theirs.getByRole('heading', { name: 'You have no workspace' }).waitFor();
      await expectAccessible(theirs);
    });
  }

  it('an admin with an account signs in to accept; their keys are kept when they are removed', async () => {
    const stage = await openStage(dashboard, 'settings/members');
    const { page, workspaceId } = stage;
    const email = 'grace@example.com';
    const send = async () => {
      const dialog = await invite(page, email, (form) => form.getByLabel('Admin').check());
      await dialog.getByRole('button', { name: 'Send invitation' }).click();
      await dialog.waitFor({ state: 'hidden' });
    };
    await send();
    await page.getByRole('button', { name: `Withdraw the invitation for ${email}` }).click();
    const withdrawal = page.getByRole('alertdialog');
    await withdrawal.getByRole('button', { name: 'Withdraw invitation' }).click();
    await page.getByText('Invitation withdrawn').waitFor();
    await send();
    await page.getByRole('button', { name: `Resend to ${email}` }).click();
    await page.getByText('Invitation sent again').waitFor();

    const { page: theirs } = await dashboard.newVisitor();
    await theirs.goto(dashboard.address(await linkOf(dashboard, email, 3)));
    await theirs.getByLabel('Your name').fill('Grace');
    await theirs.getByLabel('Password', { exact: true }).fill(newPassword);
    await theirs.getByRole('button', { name: 'Create account and join' }).click();
    await theirs.getByRole('heading', { name: 'Overview' }).waitFor();
    await theirs.goto(dashboard.address(`/${workspaceId}/settings/tokens`));
    await theirs.getByRole('button', { name: 'Create token' }).first().click();
    const token = theirs.getByRole('dialog', { name: /token/i });
    await token.getByLabel('Name').fill('Deploy pipeline');
    await token.getByRole('button', { name: 'Create token' }).click();
    await theirs.getByRole('button', { name: "I've saved it" }).click();

    await page.reload();
    await page.getByRole('button', { name: 'Actions for Grace' }).click();
    await page.getByRole('menuitem', { name: 'Remove' }).click();
    const removal = page.getByRole('dialog', { name: 'Remove Grace?' });
    await removal.getByText('Deploy pipeline').waitFor();
    await removal.getByLabel('Keep them').check();
    await expectAccessible(page);
    await takePictures(page, 'remove-member');
    await removal.getByRole('button', { name: 'Remove member' }).click();
    await page.getByText('Grace removed').waitFor();
    await page.goto(dashboard.address(`/${workspaceId}/settings/tokens`));
    await page.getByText('Deploy pipeline').waitFor();

    // Invited again, with the account that is there now.
    await page.goto(dashboard.address(`/${workspaceId}/settings/members`));
    await send();
    // The fourth mail was about the token.
    const link = await linkOf(dashboard, email, 5);
    const { page: again } = await dashboard.newVisitor({ width: 'phone' });
    await again.goto(dashboard.address(link));
    await again.getByRole('link', { name: 'Sign in' }).click();
    await again.getByLabel('Email address').fill(email);
    await again.getByLabel('Password', { exact: true }).fill(newPassword);
    await again.getByRole('button', { name: 'Sign in' }).click();
    await again.getByRole('button', { name: 'Accept invitation' }).click();
    await again.getByRole('heading', { name: 'Overview' }).waitFor();

    await page.reload();
    await page.getByRole('button', { name: 'Actions for Grace' }).click();
    await page.getByRole('menuitem', { name: 'Hand over ownership' }).click();
    const handing = page.getByRole('alertdialog');
    await handing.getByRole('button', { name: 'Hand over ownership' }).click();
    await page.getByText('Grace is now an owner').waitFor();
    await page.getByRole('columnheader', { name: 'Admin You' }).waitFor();
  });

  it('an invitation for another address is refused, and offers to sign out', async () => {
    const stage = await openStage(dashboard, 'settings/members');
    const { page } = stage;
    const email = 'katherine@example.com';
    const dialog = await invite(page, email, (form) => form.getByLabel('Billing').check());
    await dialog.getByRole('button', { name: 'Send invitation' }).click();
    await dialog.waitFor({ state: 'hidden' });
    await page.goto(dashboard.address(await linkOf(dashboard, email)));
    await page.getByRole('heading', { name: 'This invitation is for another address' }).waitFor();
    await page.getByRole('button', { name: 'Sign out' }).waitFor();
    await expectAccessible(page);
  });
});
