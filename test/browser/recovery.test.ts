/** A person without any second factor recovers the account; the link of the mail stops it. */
import { hourMs } from '@hostmaster/contract/durations';
import { query } from '@hostmaster/test-rig/any-query';
import { until } from '@hostmaster/test-rig/service';
import type { Page } from 'playwright-core';
import { it } from 'vitest';
import { linkTokenIn, mailFilesTo } from '../dashboard-api/mail-files.ts';
import { codeOf } from '../dashboard-api/second-factors.ts';
import { expectAccessible } from './accessibility.ts';
import { describeDashboard, owner, viewports } from './browser.ts';
import { takePictures } from './screenshots.ts';

const confirmAddresses = query<object>()(({ db }) =>
  db.updateTable('users').set({ email_verified_at: 1 }),
);

describeDashboard('Recovery of an account', (dashboard) => {
  async function toRecovery(page: Page): Promise<void> {
    await page.goto(dashboard.address('/sign-in'));
    await page.getByLabel('Email address').fill(owner.email);
    await page.getByLabel('Password', { exact: true }).fill(owner.password);
    await page.getByRole('button', { name: 'Sign in' }).click();
    await page.getByRole('button', { name: "I've lost all of these" }).click();
    await page.getByRole('heading', { name: 'Recover your account' }).waitFor();
  }

  it('is stopped by a link, and finished after 72 hours', async () => {
    const { page } = await dashboard.signedIn('account');
    await page.getByRole('button', { name: 'Set up authenticator app' }).click();
    const dialog = page.getByRole('dialog', { name: 'Set up authenticator app' });
    await dialog.getByRole('img', { name: 'QR code for your authenticator app' }).waitFor();
    const secret = (await dialog.locator('code').innerText()).replaceAll(' ', '');
    await dialog.getByLabel('Authentication code').fill(codeOf(secret));
    await dialog.getByRole('button', { name: 'Turn on' }).click();
    await page.getByRole('button', { name: "I've saved them" }).click();

    const { page: visitor } = await dashboard.newVisitor();
    await toRecovery(visitor);
    await visitor.getByRole('button', { name: 'Start recovery' }).click();
    await visitor.getByText(/^This account has no confirmed email address/).waitFor();
    await dashboard.service.database.transaction((tx) => tx.run(confirmAddresses, {}));
    await expectAccessible(visitor);
    await takePictures(visitor, 'recovery');
    await visitor.getByRole('button', { name: 'Start recovery' }).click();
    await visitor.getByText(/^Recovery has started/).waitFor();
    const warnings = async () =>
      (await mailFilesTo(dashboard.service, owner.email)).filter(
        ({ subject }) => subject === 'Recovery of an account has started',
      );
    await until('the warning is there', async () => (await warnings()).length === 1);
    const [mail] = await warnings();
    if (mail === undefined) throw new Error('No mail.');
    await visitor.goto(dashboard.address(`/stop-recovery#${linkTokenIn(mail, 'stop-recovery')}`));
    await visitor.getByRole('button', { name: 'Stop the recovery' }).click();
    await visitor.getByRole('heading', { name: 'Recovery stopped' }).waitFor();
    await expectAccessible(visitor);

    await visitor.setViewportSize(viewports.phone);
    await toRecovery(visitor);
    await visitor.getByRole('button', { name: 'Start recovery' }).click();
    await visitor.getByText(/^Recovery has started/).waitFor();
    await dashboard.service.advanceCalendar(73 * hourMs);
    await toRecovery(visitor);
    await expectAccessible(visitor);
    await takePictures(visitor, 'recovery-finish');
    await visitor.getByRole('button', { name: 'Finish recovery' }).click();
    await visitor.getByRole('heading', { name: 'Overview' }).waitFor();
  });
});
