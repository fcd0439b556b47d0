/** Sensitive changes ask for the password and go on; after a reset the person sees what was made lately. */
import { hash, randomBytes } from 'node:crypto';
import { loginCode } from '@hostmaster/contract/login-code';
import { query } from '@hostmaster/test-rig/any-query';
import { until } from '@hostmaster/test-rig/service';
import type { Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { linkTokenIn, mailFilesTo } from '../dashboard-api/mail-files.ts';
import { expectAccessible } from './accessibility.ts';
import { describeDashboard, owner, type TestDashboard } from './browser.ts';
import { openStage } from './domain-stage.ts';
import { takePictures } from './screenshots.ts';

const agePasswords = query<object>()(({ db }) =>
  db.updateTable('sessions').set({ password_at: null }),
);

const forget = ({ service }: TestDashboard) =>
  service.database.transaction((tx) => tx.run(agePasswords, {}));

async function enterPassword(page: Page): Promise<void> {
  const asked = page.getByRole('dialog', { name: 'Confirm your password' });
  await asked.getByLabel('Password', { exact: true }).fill(owner.password);
  await asked.getByRole('button', { name: 'Continue' }).click();
  await asked.waitFor({ state: 'hidden' });
}

describeDashboard(
  'hole 11: the password',
  (dashboard) => {
    it.each(['desktop', 'phone'] as const)(
      '%s: is asked for before a new address for notices, and not before a new name',
      async (width) => {
        const { page } = await openStage(dashboard, 'settings/workspace', { width });
        await forget(dashboard);
        await page.getByLabel('Name', { exact: true }).fill(`Difference Engines ${width}`);
        await page.getByRole('button', { name: 'Save changes' }).click();
        await page.getByText('Workspace saved').waitFor();
        await page.getByLabel('Notification email').fill(`${width}@example.com`);
        await page.getByRole('button', { name: 'Save changes' }).click();
        await page.getByRole('dialog', { name: 'Confirm your password' }).waitFor();
        await takePictures(page, 'confirm-password');
        await enterPassword(page);
        await page.getByText(`Waiting for ${width}@example.com to be confirmed`).waitFor();
      },
    );

    it('is asked for before nameservers and the owner change', async () => {
      const stage = await openStage(dashboard, 'overview', { credits: '100' });
      const { page, client, workspaceId } = stage;
      const domain = await dashboard.service.liveDomain(client);
      await page.goto(dashboard.address(`/${workspaceId}/domains/${domain}/nameservers`));
      await forget(dashboard);
      await page.getByRole('textbox', { name: 'Nameserver 1' }).fill('ns1.example.net');
      await page.getByRole('button', { name: 'Save nameservers' }).click();
      await enterPassword(page);
      await page.getByText('Nameservers saved').waitFor();
      const { nameservers } = (await client.call('getDomain', { domain })).domain;
      expect(nameservers[0]).toBe('ns1.example.net');

      await page.goto(dashboard.address(`/${workspaceId}/domains/${domain}/settings`));
      await forget(dashboard);
      await page.getByRole('button', { name: 'Change owner details' }).click();
      const dialog = page.getByRole('dialog', { name: /^Owner of/ });
      await dialog.getByLabel('City').fill('Marylebone');
      await dialog.getByRole('button', { name: 'Save owner details' }).click();
      await enterPassword(page);
      await dialog.waitFor({ state: 'hidden' });
      await until('the registry has it', async () => {
        const { contact } = await client.call('getContact', { domain });
        return contact.city === 'Marylebone';
      });
    });

    it('is asked for before a command line is connected', async () => {
      const { page } = await openStage(dashboard, 'overview');
      const secret = randomBytes(32).toString('base64url');
      const challenge = hash('sha256', secret, 'hex');
      const at = new Date().toISOString();
      const search = new URLSearchParams({ challenge, at, name: 'laptop' });
      await page.goto(dashboard.address(`/connect?${search}`));
      await page.getByText(loginCode(challenge)).waitFor();
      await expectAccessible(page);
      await takePictures(page, 'connect');
      await forget(dashboard);
      await page.getByRole('button', { name: 'Approve' }).click();
      await enterPassword(page);
      await page.getByText('Return to your terminal').waitFor();
      const answer = await fetch(`${dashboard.service.url}/dashboard/command-line`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ secret }),
      });
      expect(await answer.json()).toMatchObject({ pending: false });
    });

    it('is asked for before an invitation is sent again and withdrawn', async () => {
      const { page } = await openStage(dashboard, 'settings/members');
      const email = 'invited@example.com';
      await page.getByRole('button', { name: 'Invite member' }).click();
      const inviting = page.getByRole('dialog', { name: 'Invite a member' });
      await inviting.getByLabel('Email address').fill(email);
      await inviting.getByLabel('Read-only').check();
      await inviting.getByRole('button', { name: 'Send invitation' }).click();
      await inviting.waitFor({ state: 'hidden' });
      await forget(dashboard);
      await page.getByRole('button', { name: `Resend to ${email}` }).click();
      await enterPassword(page);
      await page.getByText('Invitation sent again').waitFor();
      await forget(dashboard);
      await page.getByRole('button', { name: `Withdraw the invitation for ${email}` }).click();
      await page.getByRole('button', { name: 'Withdraw invitation' }).click();
      await enterPassword(page);
      await page.getByText('Invitation withdrawn').waitFor();
      await expectAccessible(page);
    });

    it('is asked for before a webhook is added, changed and given a new secret', async () => {
      const { page } = await openStage(dashboard, 'settings/webhooks');
      await forget(dashboard);
      await page.getByRole('button', { name: 'Add webhook' }).click();
      const adding = page.getByRole('dialog', { name: 'Add webhook' });
      await adding.getByLabel('Endpoint URL').fill('http://127.0.0.1:9/hooks');
      await adding.getByRole('button', { name: 'Add webhook' }).click();
      await enterPassword(page);
      await page.getByRole('button', { name: "I've saved it" }).click();
      await page.getByRole('link', { name: /127\.0\.0\.1/ }).click();

      const choose = async (item: string) => {
        await forget(dashboard);
        await page.getByRole('button', { name: 'More actions' }).click();
        await page.getByRole('menuitem', { name: item }).click();
      };
      await choose('Pause');
      await enterPassword(page);
      await page.getByText('This webhook is paused').waitFor();
      await choose('Rotate secret');
      await page.getByRole('button', { name: 'Rotate secret' }).click();
      await enterPassword(page);
      await page.getByRole('dialog', { name: 'New signing secret' }).waitFor();
      await page.getByRole('button', { name: "I've saved it" }).click();
      await choose('Edit');
      const editing = page.getByRole('dialog', { name: 'Edit webhook' });
      await editing.getByLabel('Endpoint URL').fill('http://127.0.0.1:9/other');
      await editing.getByRole('button', { name: 'Save changes' }).click();
      await enterPassword(page);
      await page.getByText('Webhook updated').waitFor();
    });
  },
  { settings: { HOSTMASTER_WEBHOOKS_ALLOW_PRIVATE: 'true' } },
);

describeDashboard('hole 11: a password reset', (dashboard) => {
  it('shows what was made in the last 30 days, revokes one of it, and then all', async () => {
    const { client, workspaceId } = await openStage(dashboard, 'overview', { credits: '100' });
    const { service } = dashboard;
    for (let count = 0; count < 2; count += 1) await service.key({ id: workspaceId });
    const domain = await service.liveDomain(client);
    const { page } = await dashboard.visit('/reset');
    await page.getByLabel('Email address').fill(owner.email);
    await page.getByRole('button', { name: 'Send reset link' }).click();
    let token = '';
    await until('the link is there', async () => {
      const mails = await mailFilesTo(service, owner.email);
      const mail = mails.find(({ subject }) => subject === 'Reset your password');
      if (mail !== undefined) token = linkTokenIn(mail, 'reset');
      return mail !== undefined;
    });
    await page.goto(dashboard.address(`/reset#${token}`));
    await page.getByLabel('New password', { exact: true }).fill('another note of the sketch');
    await page.getByRole('button', { name: 'Save and sign in' }).click();

    await page.getByRole('heading', { name: 'Recent access' }).waitFor();
    const items = page.getByRole('main').getByRole('listitem');
    await items.first().waitFor();
    const count = await items.count();
    expect(count).toBe(3);
    await expectAccessible(page);
    await takePictures(page, 'recent-access');
    await page
      .getByRole('button', { name: /^Revoke / })
      .nth(1)
      .click();
    const asked = page.getByRole('alertdialog');
    await asked.waitFor();
    await takePictures(page, 'recent-access-revoke');
    await asked.getByRole('button', { name: 'Revoke' }).click();
    await page.getByText(/was revoked/).waitFor();
    await until('it is gone', async () => (await items.count()) === count - 1);
    await page.getByRole('button', { name: 'Revoke all' }).click();
    await asked.getByRole('button', { name: 'Revoke all' }).click();
    await page.getByText('Nothing to check').waitFor();
    expect((await client.request('getDomain', { domain })).status).toBe(401);
    await page.getByRole('link', { name: 'Continue to dashboard' }).click();
    await page.getByRole('heading', { name: 'Overview', exact: true }).waitFor();
    // Later from the account's page.
    await page.goto(dashboard.address(`/${workspaceId}/account`));
    await page.getByRole('link', { name: 'Review recent access' }).click();
    await page.getByText('Nothing to check').waitFor();
  });
});
