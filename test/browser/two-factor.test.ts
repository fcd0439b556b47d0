/** Two-factor authentication in the dashboard: set-up, sign-in in two steps, recovery codes. */
import { query } from '@hostmaster/test-rig/any-query';
import type { Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { codeOf } from '../dashboard-api/second-factors.ts';
import { expectAccessible } from './accessibility.ts';
import { describeDashboard, owner } from './browser.ts';
import { takePictures } from './screenshots.ts';

const agePasswords = query<object>()(({ db }) =>
  db.updateTable('sessions').set({ password_at: null }),
);

const ageFactors = query<object>()(({ db }) => db.updateTable('sessions').set({ factor_at: 1 }));
const readFactors = query<object>()(({ db }) =>
  db.selectFrom('sessions').select('id').where('factor_at', 'is not', null),
);

for (const width of ['desktop', 'phone'] as const) {
  describeDashboard(`Two-factor authentication on a ${width}`, (dashboard) => {
    let secret = '';
    let recoveryCodes: readonly string[] = [];
    let steps = 0;
    /** Each code works once. */
    const nextCode = () => {
      steps += 1;
      return codeOf(secret, steps);
    };

    async function enterPassword(page: Page): Promise<void> {
      const asked = page.getByRole('dialog', { name: 'Confirm your password' });
      await asked.getByLabel('Password', { exact: true }).fill(owner.password);
      await asked.getByRole('button', { name: 'Continue' }).click();
      await asked.waitFor({ state: 'hidden' });
    }

    async function signInWithPassword(page: Page): Promise<void> {
      await page.getByLabel('Email address').fill(owner.email);
      await page.getByLabel('Password', { exact: true }).fill(owner.password);
      await page.getByRole('button', { name: 'Sign in' }).click();
      await page.getByRole('heading', { name: 'Two-factor authentication' }).waitFor();
    }

    it('is set up with an app and shows recovery codes once', async () => {
      const { page } = await dashboard.signedIn('account', { width });
      await page.getByRole('button', { name: 'Set up authenticator app' }).waitFor();
      await dashboard.service.database.transaction((tx) => tx.run(agePasswords, {}));
      await page.getByRole('button', { name: 'Set up authenticator app' }).click();
      await enterPassword(page);
      const dialog = page.getByRole('dialog', { name: 'Set up authenticator app' });
      await dialog.getByRole('img', { name: 'QR code for your authenticator app' }).waitFor();
      secret = (await dialog.locator('code').innerText()).replaceAll(' ', '');
      expect(secret).toMatch(/^[A-Z2-7]{32}$/);
      await expectAccessible(page);
      await takePictures(page, 'two-factor-set-up');
      await dialog.getByLabel('Authentication code').fill('000000');
      await dialog.getByRole('button', { name: 'Turn on' }).click();
      await dialog.getByText(/^Incorrect code/).waitFor();
      await dialog.getByLabel('Authentication code').fill(codeOf(secret));
      await dialog.getByRole('button', { name: 'Turn on' }).click();

      const shown = page.getByRole('dialog', { name: 'Two-factor authentication is on' });
      const list = shown.getByRole('list', { name: 'Recovery codes' });
      recoveryCodes = (await list.innerText()).split('\n');
      expect(recoveryCodes).toHaveLength(10);
      await expectAccessible(page);
      await takePictures(page, 'recovery-codes');
      await shown.getByRole('button', { name: "I've saved them" }).click();
      await page
        .getByText("10 of 10 left, for when you don't have your phone or passkey.")
        .waitFor();
      await expectAccessible(page);
      await takePictures(page, 'two-factor-on');
    });

    it('signs in with the password and a code', async () => {
      const { page } = await dashboard.visit('/sign-in', { width });
      await signInWithPassword(page);
      await expectAccessible(page);
      await takePictures(page, 'two-factor-sign-in');
      await page.getByLabel('Authentication code').fill('000000');
      await page.getByRole('button', { name: 'Sign in', exact: true }).click();
      await page.getByText(/^Incorrect code/).waitFor();
      await page.getByLabel('Authentication code').fill(nextCode());
      await page.getByRole('button', { name: 'Sign in', exact: true }).click();
      await page.getByRole('heading', { name: 'Overview', exact: true }).waitFor();
    });

    it('is asked for before it is removed, and new recovery codes are shown', async () => {
      const { page } = await dashboard.signedIn('account', { width });
      await page.getByRole('button', { name: 'Create new codes' }).waitFor();
      const before = await dashboard.service.database.all(readFactors, {});
      await dashboard.service.database.transaction((tx) => tx.run(ageFactors, {}));
      expect(before.length).toBeGreaterThan(0);
      await page.getByRole('button', { name: 'Create new codes' }).click();
      const dialog = page.getByRole('dialog', { name: 'New recovery codes' });
      await dialog.getByRole('button', { name: 'Create new codes' }).click();
      const asked = page.getByRole('dialog', { name: "Confirm it's you" });
      await asked.getByRole('button', { name: 'Use a recovery code' }).click();
      await asked.getByLabel('Recovery code').fill(recoveryCodes[1] ?? '');
      await expectAccessible(page);
      await takePictures(page, 'confirm-second-factor');
      await asked.getByRole('button', { name: 'Continue' }).click();
      await asked.waitFor({ state: 'hidden' });
      const list = dialog.getByRole('list', { name: 'Recovery codes' });
      await list.waitFor();
      recoveryCodes = (await list.innerText()).split('\n');
      expect(recoveryCodes).toHaveLength(10);
      await dialog.getByRole('button', { name: "I've saved them" }).click();
    });

    it('signs in with a recovery code, and goes back to the password', async () => {
      const { page } = await dashboard.visit('/sign-in', { width });
      await signInWithPassword(page);
      await page.getByRole('button', { name: 'Back to sign in' }).click();
      await signInWithPassword(page);
      await page.getByRole('button', { name: 'Use a recovery code' }).click();
      await page.getByLabel('Recovery code').fill(recoveryCodes[0] ?? '');
      await expectAccessible(page);
      await page.getByRole('button', { name: 'Sign in', exact: true }).click();
      await page.getByRole('heading', { name: 'Overview', exact: true }).waitFor();
    });

    it('is removed', async () => {
      const { page } = await dashboard.signedIn('account', { width });
      await page.getByRole('button', { name: 'Remove authenticator app' }).click();
      const dialog = page.getByRole('dialog', { name: 'Remove authenticator app?' });
      await dialog.getByRole('button', { name: 'Remove' }).waitFor();
      await expectAccessible(page);
      await takePictures(page, 'two-factor-remove');
      await dialog.getByRole('button', { name: 'Remove' }).click();
      await page.getByRole('button', { name: 'Set up authenticator app' }).waitFor();
    });
  });
}
