import type { Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { linkTokenIn, waitForMail } from '../dashboard-api/mail-files.ts';
import { expectAccessible } from './accessibility.ts';
import { describeDashboard, owner, type TestDashboard } from './browser.ts';

const grace = { name: 'Grace Hopper', email: 'grace@example.com', password: 'nanoseconds of wire' };

/** Opens the link of the n-th mail to Grace, as a click in a mail program would. */
async function openMailedLink(
  dashboard: TestDashboard,
  page: Page,
  mail: { readonly nth: number; readonly to: 'complete-sign-up' | 'reset' },
): Promise<void> {
  const { nth, to } = mail;
  const token = linkTokenIn(await waitForMail(dashboard.service, grace.email, nth), to);
  await page.goto('about:blank');
  await page.goto(dashboard.address(`/${to}#${token}`));
}

describeDashboard(
  'Where sign-up is open',
  (dashboard) => {
    it('the person who opens the mailed link chooses the password; another link replaces it', async () => {
      await dashboard.owner();
      const { page } = await dashboard.visit('/sign-in');
      await page.getByRole('link', { name: 'Sign up' }).click();
      await page.getByRole('heading', { name: 'Create your account' }).waitFor();
      await expectAccessible(page);
      await page.getByLabel('Email address').fill(grace.email);
      await page.getByRole('button', { name: 'Continue' }).click();
      await page.getByRole('heading', { name: 'Check your email' }).waitFor();
      await expectAccessible(page);

      await openMailedLink(dashboard, page, { nth: 1, to: 'complete-sign-up' });
      await page.getByLabel('Your name').fill(grace.name);
      await page.getByLabel('Password', { exact: true }).fill('short');
      await page.getByRole('button', { name: 'Create account' }).click();
      await page
        .getByLabel('Password', { exact: true })
        .and(page.locator('[aria-invalid]'))
        .waitFor();
      await expectAccessible(page);
      await page.getByLabel('Password', { exact: true }).fill(grace.password);
      await page.getByRole('button', { name: 'Create account' }).click();
      await page.getByRole('button', { name: 'Account menu' }).waitFor();

      const { page: later } = await dashboard.visit('/sign-in');
      await later.getByRole('link', { name: 'Forgot password?' }).click();
      // The page before has a field of the same name.
      await later.getByRole('heading', { name: 'Reset your password' }).waitFor();
      await later.getByLabel('Email address').fill(grace.email);
      await later.getByRole('button', { name: 'Send reset link' }).click();
      await later.getByRole('heading', { name: 'Check your email' }).waitFor();
      await openMailedLink(dashboard, later, { nth: 2, to: 'reset' });
      await later.getByLabel('New password', { exact: true }).fill('eleven point eight inches');
      await later.getByRole('button', { name: 'Save and sign in' }).click();
      await later.getByRole('button', { name: 'Account menu' }).waitFor();
    });

    it('a used link says so', async () => {
      const { page } = await dashboard.visit('/verify#used-before');
      await page.getByRole('button', { name: 'Confirm email' }).click();
      await page.getByRole('alert').waitFor();
      await expectAccessible(page);
    });
  },
  { settings: { HOSTMASTER_SIGN_UP: 'open' } },
);

describeDashboard('Links and forms', (dashboard) => {
  it('a link works when it is pasted into the page that is already open', async () => {
    const { page } = await dashboard.visit('/set-up');
    await page.getByRole('heading', { name: 'This link is incomplete' }).waitFor();
    // As typing into the address bar: the browser does not load the page again.
    await page.evaluate(
      `location.assign(${JSON.stringify(`/dashboard${await dashboard.setUpLink()}`)})`,
    );
    await page.getByLabel('Your name').waitFor();

    await page.goto(dashboard.address('/reset#%'));
    await page.getByRole('heading', { name: 'Reset your password' }).waitFor();
    await page.evaluate("location.hash = 'some-token'");
    await page.getByRole('heading', { name: 'Choose a new password' }).waitFor();
  });

  it('a form is sent once, however often its button is pressed', async () => {
    await dashboard.owner();
    const { page } = await dashboard.visit('/sign-in');
    let sent = 0;
    await page.route('**/dashboard/api/sign-in', async (route) => {
      sent += 1;
      await route.continue();
    });
    await page.getByLabel('Email address').fill(owner.email);
    await page.getByLabel('Password', { exact: true }).fill(owner.password);
    await page.getByRole('button', { name: 'Sign in' }).dblclick();
    await page.getByRole('button', { name: 'Account menu' }).waitFor();
    expect(sent).toBe(1);
  });
});
