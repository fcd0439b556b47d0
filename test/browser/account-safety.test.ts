import { readFile } from 'node:fs/promises';
import { query } from '@hostmaster/test-rig/any-query';
import { expect, it } from 'vitest';
import { persist } from '../../packages/server/src/changes/persist.ts';
import { setSuspension } from '../../packages/server/src/workspaces/suspension.ts';
import { linkTokenIn, waitForMail } from '../dashboard-api/mail-files.ts';
import { expectAccessible } from './accessibility.ts';
import { describeDashboard, owner } from './browser.ts';

const agePasswords = query<object>()(({ db }) =>
  db.updateTable('sessions').set({ password_at: null }),
);

describeDashboard('Sensitive changes', (dashboard) => {
  it('hole 12: a new token asks for the password, and keeps what was typed', async () => {
    const { page } = await dashboard.signedIn('settings/tokens');
    await dashboard.service.database.transaction((tx) => tx.run(agePasswords, {}));
    await page.getByRole('button', { name: 'Create token' }).click();
    const dialog = page.getByRole('dialog', { name: 'Create API token' });
    await dialog.getByRole('textbox', { name: 'Name' }).fill('Deploy pipeline');
    await dialog.getByRole('button', { name: 'Create token' }).click();

    const asked = page.getByRole('dialog', { name: 'Confirm your password' });
    await asked.getByLabel('Password', { exact: true }).fill('not my password');
    await expectAccessible(page);
    await asked.getByRole('button', { name: 'Continue' }).click();
    await asked.getByText('Incorrect password.').waitFor();
    await asked.getByRole('button', { name: 'Cancel' }).click();
    await asked.waitFor({ state: 'hidden' });
    await dialog.getByText('Enter your password to continue.').waitFor();

    await dialog.getByRole('button', { name: 'Create token' }).click();
    await asked.getByLabel('Password', { exact: true }).fill(owner.password);
    await asked.getByRole('button', { name: 'Continue' }).click();
    const shown = page.getByRole('dialog', { name: 'Deploy pipeline' });
    expect(await shown.getByLabel('API token').inputValue()).toMatch(/^hm_test_/);
    await shown.getByRole('button', { name: "I've saved it" }).click();
    await page.getByRole('row', { name: /Deploy pipeline/ }).waitFor();
  });

  it('hole 11: a new address for notices waits for its link', async () => {
    const { page } = await dashboard.signedIn('settings/workspace');
    const email = 'accounting@example.com';
    await page.getByLabel('Notification email').fill(email);
    await page.getByRole('button', { name: 'Save changes' }).click();
    await page.getByText(`Waiting for ${email} to be confirmed`).waitFor();
    await page.getByRole('button', { name: 'Dismiss' }).waitFor();
    await expectAccessible(page);
    const token = linkTokenIn(await waitForMail(dashboard.service, email), 'confirm-address');
    const { page: theirs } = await dashboard.visit(`/confirm-address#${token}`);
    await theirs.getByRole('button', { name: 'Confirm address' }).click();
    await theirs.getByRole('heading', { name: 'Address confirmed' }).waitFor();
    await expectAccessible(theirs);
    await page.reload();
    await page.getByLabel('Notification email').waitFor();
    expect(await page.getByLabel('Notification email').inputValue()).toBe(email);
    expect(await page.getByText('to be confirmed').count()).toBe(0);
  });
});

describeDashboard('A name in another script', (dashboard) => {
  it('hole 15: that looks like an ASCII name is shown with a warning, and can be registered', async () => {
    const { page } = await dashboard.signedIn('domains/search');
    await page.getByRole('searchbox', { name: 'Domain name' }).fill('аррӏе.com');
    await page.getByText("Looks like apple.com, but isn't").waitFor();
    await expectAccessible(page);
    await page.getByRole('link', { name: /аррӏе\.com/ }).click();
    await page.getByText('Looks like apple.com, but is a different name').waitFor();
    await expectAccessible(page);
  });
});

describeDashboard('Own data', (dashboard) => {
  it.each(['desktop', 'phone'] as const)(
    '%s: is downloaded from the account page',
    async (width) => {
      const { page } = await dashboard.signedIn('account', { width });
      const link = page.getByRole('link', { name: 'Download your data' });
      await link.waitFor();
      await expectAccessible(page);
      const [file] = await Promise.all([page.waitForEvent('download'), link.click()]);
      expect(file.suggestedFilename()).toMatch(/^account-\d{4}-\d\d-\d\d\.jsonl$/);
      const [first = ''] = (await readFile(await file.path(), 'utf8')).split('\n');
      expect(JSON.parse(first)).toMatchObject({ kind: 'account', email: owner.email });
    },
  );
});

describeDashboard('A suspended workspace', (dashboard) => {
  it('says so instead of its pages, and the account stays reachable', async () => {
    const { page } = await dashboard.signedIn('overview');
    const { workspaceId } = await dashboard.owner();
    await page.getByRole('heading', { name: 'Overview', exact: true }).waitFor();
    const change = { workspaceId, isSuspended: true, reason: null, at: Date.now() };
    await persist(dashboard.service.database, setSuspension(change));
    // The next refusal of a page that is open shows it too.
    await page.getByRole('link', { name: 'API tokens' }).first().click();
    await page.getByRole('heading', { name: 'Workspace suspended' }).waitFor();
    await expectAccessible(page);
    await page.getByRole('button', { name: 'Account menu' }).click();
    await page.getByRole('menuitem', { name: 'Account' }).click();
    await page.getByRole('heading', { name: 'Account', exact: true }).waitFor();
  });
});
