/** Passkeys in Chromium, with its virtual authenticator (CDP domain WebAuthn). */
import { query } from '@hostmaster/test-rig/any-query';
import type { Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { expectAccessible } from './accessibility.ts';
import { withAuthenticator } from './authenticator.ts';
import { describeDashboard, owner } from './browser.ts';
import { takePictures } from './screenshots.ts';

const ageFactors = query<object>()(({ db }) => db.updateTable('sessions').set({ factor_at: 1 }));

describeDashboard('Passkeys', (dashboard) => {
  /** Browsers offer passkeys at host names only. */
  const atLocalhost = (path: string) => dashboard.address(path).replace('127.0.0.1', 'localhost');

  async function signIn(page: Page): Promise<void> {
    await page.goto(atLocalhost('/sign-in'));
    await page.getByLabel('Email address').fill(owner.email);
    await page.getByLabel('Password', { exact: true }).fill(owner.password);
    await page.getByRole('button', { name: 'Sign in', exact: true }).click();
  }

  it('need a host name: at an address the page says so and links to localhost', async () => {
    const { page } = await dashboard.signedIn('account');
    await page.getByText('Passkeys need a host name').waitFor();
    expect(await page.getByRole('button', { name: 'Add passkey' }).count()).toBe(0);
    await expectAccessible(page);
    const link = page.getByRole('link', { name: 'Open it at localhost' });
    const { workspaceId } = await dashboard.owner();
    expect(await link.getAttribute('href')).toBe(atLocalhost(`/${workspaceId}/account`));
  });

  it.each(['desktop', 'phone'] as const)(
    '%s: are added, named, used to sign in alone and as second factor, and removed',
    async (width) => {
      const { workspaceId } = await dashboard.owner();
      const { page } = await dashboard.visit('/sign-in', { width });
      const setPresent = await withAuthenticator(page);
      await signIn(page);
      await page.getByRole('heading', { name: 'Overview', exact: true }).waitFor();
      const account = atLocalhost(`/${workspaceId}/account`);
      await page.goto(account);

      await page.getByRole('button', { name: 'Add passkey' }).click();
      const dialog = page.getByRole('dialog', { name: 'Add passkey' });
      await dialog.getByLabel('Name').fill('Work laptop');
      await expectAccessible(page);
      await takePictures(page, 'passkey-add');
      await dialog.getByRole('button', { name: 'Continue' }).click();
      const shown = page.getByRole('dialog', { name: 'Two-factor authentication is on' });
      await shown.getByRole('list', { name: 'Recovery codes' }).waitFor();
      await takePictures(page, 'passkey-recovery-codes');
      await shown.getByRole('button', { name: "I've saved them" }).click();
      await page.getByText(/never used/).waitFor();
      await expectAccessible(page);

      const signOut = async () => {
        await page.context().clearCookies();
        await page.goto(atLocalhost('/sign-in'));
      };
      await signOut();
      await page.getByRole('button', { name: 'Sign in with a passkey' }).waitFor();
      await expectAccessible(page);
      await takePictures(page, 'passkey-sign-in');
      await page.getByRole('button', { name: 'Sign in with a passkey' }).click();
      await page.getByRole('heading', { name: 'Overview', exact: true }).waitFor();
      await page.goto(account);
      await page.getByText(/last used just now/).waitFor();
      await takePictures(page, 'passkeys');

      await signOut();
      await signIn(page);
      await page.getByRole('heading', { name: 'Two-factor authentication' }).waitFor();
      await page.getByRole('button', { name: 'Use a passkey' }).waitFor();
      await expectAccessible(page);
      await takePictures(page, 'passkey-second-factor');
      await setPresent(false);
      await page.getByRole('button', { name: 'Use a passkey' }).click();
      await page.getByText('No passkey was used. Try again, or choose another way.').waitFor();
      await setPresent(true);
      await page.getByRole('button', { name: 'Use a passkey' }).click();
      await page.getByRole('heading', { name: 'Overview', exact: true }).waitFor();

      await page.goto(account);
      await page.getByRole('button', { name: 'Remove passkey: Work laptop' }).waitFor();
      await dashboard.service.database.transaction((tx) => tx.run(ageFactors, {}));
      await page.getByRole('button', { name: 'Remove passkey: Work laptop' }).click();
      const removing = page.getByRole('dialog', { name: 'Remove passkey "Work laptop"?' });
      await removing.getByRole('button', { name: 'Remove' }).click();
      const asked = page.getByRole('dialog', { name: "Confirm it's you" });
      await asked.getByRole('button', { name: 'Use a passkey' }).waitFor();
      await expectAccessible(page);
      await takePictures(page, 'passkey-confirm');
      await asked.getByRole('button', { name: 'Use a passkey' }).click();
      await asked.waitFor({ state: 'hidden' });
      await page.getByText('Work laptop', { exact: true }).waitFor({ state: 'hidden' });
      await page.getByText('Recovery codes', { exact: true }).waitFor({ state: 'hidden' });
    },
  );
});
