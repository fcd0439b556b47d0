/**
 * A company of five sets itself up in the dashboard: an owner, an admin, two DNS editors limited to three
 * of four domains, and a bookkeeper, from one invitation each and with passkeys required. Each sees what
 * their role allows. test/dashboard-api/company-of-five.test.ts tries all other ways in.
 */
import type { Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { linkTokenIn, waitForMail } from '../dashboard-api/mail-files.ts';
import { expectAccessible } from './accessibility.ts';
import { addFirstPasskey, withAuthenticator } from './authenticator.ts';
import { describeDashboard, owner, viewports } from './browser.ts';
import { openStage } from './domain-stage.ts';

describeDashboard('A company of five', (dashboard) => {
  /** Browsers offer passkeys at host names only. */
  const at = (path: string) => dashboard.address(path).replace('127.0.0.1', 'localhost');

  async function invite(page: Page, person: { email: string; role: string; domains?: string[] }) {
    await page.getByRole('button', { name: 'Invite member' }).click();
    const dialog = page.getByRole('dialog', { name: 'Invite a member' });
    await dialog.getByLabel('Email address').fill(person.email);
    await dialog.getByRole('radio', { name: new RegExp(`^${person.role}`) }).check();
    if (person.domains !== undefined) {
      await dialog.getByLabel('Selected domains').check();
      for (const name of person.domains) {
        await dialog.getByLabel('Add domain').fill(name);
        await page.getByRole('option', { name }).click();
        await dialog.getByRole('button', { name: `Remove ${name}` }).waitFor();
      }
    }
    await dialog.getByRole('button', { name: 'Send invitation' }).click();
    await dialog.waitFor({ state: 'hidden' });
  }

  /** Nothing opens before the passkey, which then signs in alone. */
  async function join(workspaceId: string, { name, email }: { name: string; email: string }) {
    const { page } = await dashboard.newVisitor();
    await withAuthenticator(page);
    const token = linkTokenIn(await waitForMail(dashboard.service, email), 'invitation');
    await page.goto(at(`/invitation#${token}`));
    await page.getByLabel('Your name').fill(name);
    await page.getByLabel('Password', { exact: true }).fill('quite another long one');
    await page.getByRole('button', { name: 'Create account and join' }).click();
    await page.getByRole('heading', { name: 'Two-factor authentication required' }).waitFor();
    await page.getByRole('link', { name: 'Go to your account' }).click();
    await addFirstPasskey(page, 'Laptop');
    await page.context().clearCookies();
    await page.goto(at('/sign-in'));
    await page.getByRole('button', { name: 'Sign in with a passkey' }).click();
    await expect.poll(() => page.url()).toContain(workspaceId);
    return page;
  }

  it('sets itself up from one invitation each, with passkeys required', async () => {
    const { workspaceId, client } = await openStage(dashboard, 'overview', { credits: '500' });
    const domains: string[] = [];
    for (let count = 0; count < 4; count += 1) {
      domains.push(await dashboard.service.liveDomain(client));
    }
    const three = domains.slice(0, 3);
    const hidden = domains[3] ?? '';

    const { page } = await dashboard.newVisitor();
    await withAuthenticator(page);
    await page.goto(at('/sign-in'));
    await page.getByLabel('Email address').fill(owner.email);
    await page.getByLabel('Password', { exact: true }).fill(owner.password);
    await page.getByRole('button', { name: 'Sign in', exact: true }).click();
    await page.getByRole('heading', { name: 'Overview', exact: true }).waitFor();
    await page.goto(at(`/${workspaceId}/account`));
    await addFirstPasskey(page, 'Desk');
    await page.goto(at(`/${workspaceId}/settings/members`));
    await page.getByRole('button', { name: 'Require it' }).click();
    const demand = page.getByRole('dialog', { name: 'Require two-factor authentication' });
    const today = new Date().toISOString().slice(0, 10);
    await demand.getByLabel('Required from').fill(today);
    await demand.getByRole('button', { name: 'Require it' }).click();
    await demand.waitFor({ state: 'hidden' });

    await invite(page, { email: 'amir@example.com', role: 'Admin' });
    await invite(page, { email: 'dora@example.com', role: 'DNS editor', domains: three });
    await invite(page, { email: 'dean@example.com', role: 'DNS editor', domains: three });
    await invite(page, { email: 'bela@example.com', role: 'Billing' });
    await expectAccessible(page);

    const admin = await join(workspaceId, { name: 'Amir', email: 'amir@example.com' });
    await admin.goto(at(`/${workspaceId}/settings/members`));
    await admin.getByRole('button', { name: 'Invite member' }).waitFor();
    expect(await admin.getByRole('button', { name: 'Change date' }).count()).toBe(0);
    await admin.goto(at(`/${workspaceId}/settings/workspace`));
    await admin.getByRole('heading', { name: 'Workspace ID' }).waitFor();
    expect(await admin.getByRole('button', { name: 'Delete workspace' }).count()).toBe(0);

    for (const name of ['Dora', 'Dean']) {
      const email = `${name.toLowerCase()}@example.com`;
      const editor = await join(workspaceId, { name, email });
      await editor.setViewportSize(viewports.phone);
      await editor.goto(at(`/${workspaceId}/domains`));
      for (const domain of three) {
        await expect.poll(() => editor.getByText(domain).count()).toBeGreaterThan(0);
      }
      expect(await editor.getByText(hidden).count()).toBe(0);
      await expectAccessible(editor);
      await editor.goto(at(`/${workspaceId}/domains/${three[0]}/dns`));
      await editor.getByRole('button', { name: 'Add record' }).first().waitFor();
      for (const denied of ['credits', 'activity', 'settings/webhooks']) {
        await editor.goto(at(`/${workspaceId}/${denied}`));
        await editor.getByText(/^(?:Your role is DNS editor|Your access is limited)/).waitFor();
      }
    }

    const bookkeeper = await join(workspaceId, { name: 'Bela', email: 'bela@example.com' });
    await bookkeeper.goto(at(`/${workspaceId}/credits`));
    await bookkeeper.getByRole('heading', { name: 'Credits', exact: true }).waitFor();
    await bookkeeper.goto(at(`/${workspaceId}/settings/webhooks`));
    await bookkeeper.getByText(/^Your role is Billing/).waitFor();
    await bookkeeper.goto(at(`/${workspaceId}/domains/${three[0]}/dns`));
    await bookkeeper.getByRole('heading', { name: three[0] ?? '' }).waitFor();
    expect(await bookkeeper.getByRole('button', { name: 'Add record' }).count()).toBe(0);

    await page.goto(at(`/${workspaceId}/settings/members`));
    for (const name of ['Amir', 'Dora', 'Dean', 'Bela']) {
      await expect.poll(() => page.getByText(name, { exact: true }).count()).toBeGreaterThan(0);
    }
    expect(await page.getByText(/^Not set up yet:/).count()).toBe(0);
    await page.goto(at(`/${workspaceId}/activity`));
    await page
      .getByText(/^From .* with passkey$/)
      .first()
      .waitFor();
  });
});
