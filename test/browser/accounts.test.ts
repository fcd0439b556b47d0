import { expect, it } from 'vitest';
import { expectAccessible } from './accessibility.ts';
import { describeDashboard, owner, setUpOwner } from './browser.ts';
import { takePictures } from './screenshots.ts';

describeDashboard('The first account', (dashboard) => {
  it('comes by the set-up link, signs out and signs in again', async () => {
    const { page } = await dashboard.visit(await dashboard.setUpLink());
    await page.getByRole('heading', { name: 'Welcome to Hostmaster' }).waitFor();
    await expectAccessible(page);
    await takePictures(page, 'set-up');
    await setUpOwner(page);
    await page.getByRole('heading', { name: 'Overview', exact: true }).waitFor();
    expect(await page.title()).toBe('Overview · Hostmaster');

    // The sandbox sends no mail: the link is in its mailbox.
    await page.getByRole('link', { name: 'in your mailbox' }).click();
    await page.getByRole('heading', { name: 'Mailbox', level: 1 }).waitFor();
    await page.getByText('Confirm your email address').first().waitFor();
    await expectAccessible(page);
    await takePictures(page, 'mailbox');
    await page.getByRole('link', { name: /\/dashboard\/verify#/ }).click();
    await page.getByRole('button', { name: 'Confirm email' }).click();
    await page.getByRole('heading', { name: 'Overview', exact: true }).waitFor();
    expect(await page.getByText('Resend email').count()).toBe(0);

    await page.getByRole('button', { name: 'Account menu' }).click();
    await page.getByRole('menuitem', { name: 'Sign out' }).click();
    await page.getByRole('heading', { name: 'Sign in' }).waitFor();

    await page.getByLabel('Email address').fill(owner.email);
    await page.getByLabel('Password', { exact: true }).fill(owner.password);
    await page.getByRole('button', { name: 'Sign in' }).click();
    await page.getByRole('button', { name: 'Account menu' }).waitFor();
    await page
      .getByRole('button', { name: `Switch workspace, current: ${owner.workspace}` })
      .waitFor();
  });

  it('works once: opening the link again leads to the sign-in page', async () => {
    const { page } = await dashboard.visit('/set-up#used-before');
    await page.getByRole('heading', { name: 'Setup is complete' }).waitFor();
    await page.getByRole('link', { name: 'Sign in' }).click();
    await page.getByRole('heading', { name: 'Sign in' }).waitFor();
  });
});

describeDashboard('Signing in', (dashboard) => {
  it('says what is wrong and keeps what was typed', async () => {
    await dashboard.owner();
    const { page } = await dashboard.visit('/sign-in');
    await page.getByRole('button', { name: 'Sign in' }).click();
    await page.getByText('Enter your email address.').waitFor();
    await page.getByText('Enter your password.').waitFor();
    await expectAccessible(page);

    await page.getByLabel('Email address').fill(owner.email);
    await page.getByLabel('Password', { exact: true }).fill('not my password');
    await page.getByRole('button', { name: 'Sign in' }).click();
    await page.getByRole('alert').waitFor();
    expect(await page.getByLabel('Email address').inputValue()).toBe(owner.email);
    expect(await page.getByLabel('Password', { exact: true }).inputValue()).toBe('not my password');
  });

  it('leads back to the page one came for', async () => {
    const { workspaceId } = await dashboard.owner();
    const address = dashboard.address(`/${workspaceId}/account`);
    const { page } = await dashboard.visit('/sign-in');
    await page.goto(address);
    await page.getByRole('heading', { name: 'Sign in' }).waitFor();
    await takePictures(page, 'sign-in');
    await page.getByLabel('Email address').fill(owner.email);
    await page.getByLabel('Password', { exact: true }).fill(owner.password);
    await page.getByRole('button', { name: 'Sign in' }).click();
    await page.getByRole('heading', { name: 'Account', exact: true }).waitFor();
    expect(page.url()).toBe(address);
  });

  it('survives a lost connection: nothing typed is gone, and the next try works', async () => {
    await dashboard.owner();
    const { page, context } = await dashboard.visit('/sign-in');
    await page.getByLabel('Email address').fill(owner.email);
    await page.getByLabel('Password', { exact: true }).fill(owner.password);
    await context.setOffline(true);
    await page.getByText("You're offline.").waitFor();
    await page.getByRole('button', { name: 'Sign in' }).click();
    await page.getByText("We couldn't reach the server.").waitFor();
    await context.setOffline(false);
    await page.getByRole('button', { name: 'Sign in' }).click();
    await page.getByRole('button', { name: 'Account menu' }).waitFor();
  });
});

describeDashboard('The account page', (dashboard) => {
  it('is accessible', async () => {
    const { page } = await dashboard.signedIn('account');
    await page.getByText('This session').waitFor();
    await expectAccessible(page);
    await takePictures(page, 'account');
  });

  it.each(['desktop', 'phone'] as const)(
    '%s: shows sessions and ends another one',
    async (width) => {
      const other = await dashboard.visit('/sign-in');
      const { page } = await dashboard.signedIn('account', { width });
      await other.page.getByLabel('Email address').fill(owner.email);
      await other.page.getByLabel('Password', { exact: true }).fill(owner.password);
      await other.page.getByRole('button', { name: 'Sign in' }).click();
      await other.page.getByRole('button', { name: 'Account menu' }).waitFor();

      await page.reload();
      const sessions = page.getByRole('region', { name: 'Sessions' });
      await sessions.getByRole('button', { name: 'Sign out other sessions' }).click();
      await page.getByRole('alertdialog').waitFor();
      await expectAccessible(page);
      await page
        .getByRole('alertdialog')
        .getByRole('button', { name: 'Sign out other sessions' })
        .click();
      await page.getByText('Signed out of all other sessions').first().waitFor();
      await sessions
        .getByRole('button', { name: 'Sign out other sessions' })
        .waitFor({ state: 'detached' });
      expect(await sessions.getByRole('listitem').count()).toBe(1);

      await other.page.reload();
      await other.page.getByRole('heading', { name: 'Sign in' }).waitFor();
    },
  );

  it('shows the exact time on hover', async () => {
    const { page } = await dashboard.signedIn('account');
    const active = page.getByRole('region', { name: 'Sessions' }).locator('time').first();
    expect(await active.getAttribute('title')).toMatch(/\b\d{4}\b.*\d{2}:\d{2}:\d{2}/);
  });

  it('changes the name on the whole page', async () => {
    const { page } = await dashboard.signedIn('account');
    await page.getByLabel('Your name').fill('Augusta Ada King');
    await page.getByRole('button', { name: 'Save name' }).click();
    await page.getByText('Name updated').first().waitFor();
    await page
      .getByRole('button', { name: 'Account menu' })
      .getByText('Augusta Ada King')
      .waitFor();
  });

  it('keeps a chosen theme', async () => {
    const { page } = await dashboard.signedIn('account');
    await page.getByRole('button', { name: 'Account menu' }).click();
    await page.getByRole('menuitemradio', { name: 'Dark' }).click();
    await page.reload();
    await page.getByRole('heading', { name: 'Account', exact: true }).waitFor();
    expect(await page.locator('html').getAttribute('data-theme')).toBe('dark');
    await expectAccessible(page);
  });

  it('creates a workspace and goes there', async () => {
    const { page } = await dashboard.signedIn('account');
    await page
      .getByRole('button', { name: `Switch workspace, current: ${owner.workspace}` })
      .click();
    await page.getByRole('menuitem', { name: 'New workspace' }).click();
    const dialog = page.getByRole('dialog', { name: 'New workspace' });
    await dialog.getByLabel('Name').fill('Difference Works');
    await dialog.getByRole('button', { name: 'Create workspace' }).click();
    await page
      .getByRole('button', { name: 'Switch workspace, current: Difference Works' })
      .waitFor();
  });
});
