/** A session that ends while in use: by expiry, a password change elsewhere or another tab. */

import { query } from '@hostmaster/test-rig/any-query';
import type { Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { combine } from '../../packages/server/src/changes/change.ts';
import { persistChange } from '../../packages/server/src/changes/persist.ts';
import { insert, removeAll } from '../../packages/server/src/storage/row-write.ts';
import { sessions } from '../../packages/server/src/storage/tables/people/sessions.ts';
import { users } from '../../packages/server/src/storage/tables/people/users.ts';
import { createOwnWorkspace } from '../../packages/server/src/users/create-own-workspace.ts';
import { PasswordHasher } from '../../packages/server/src/users/passwords.ts';
import { newUser } from '../../packages/server/src/users/users.ts';
import { expectAccessible } from './accessibility.ts';
import { describeDashboard, owner, setUpOwner, type TestDashboard } from './browser.ts';

const listUsers = query<object>()(({ db }) => db.selectFrom('users').select('id'));

async function endAllSessions({ service: { database } }: TestDashboard): Promise<void> {
  const people = await database.all(listUsers, {});
  const rows = people.map(({ id }) => removeAll(sessions, { userId: id }));
  await persistChange(database, { rows });
}

/** A second user with the owner's password and their own workspace. */
async function createColleague(
  { service: { database } }: TestDashboard,
  person: { readonly name: string; readonly email: string },
): Promise<void> {
  const passwordHash = await new PasswordHasher().hash(owner.password, '127.0.0.1');
  const at = Date.now();
  const user = newUser({ ...person, passwordHash, isEmailVerified: true, at });
  const own = createOwnWorkspace({
    user,
    owned: 0,
    name: 'Difference Engines',
    at,
    limits: { workspaces: 1 },
  });
  await persistChange(database, combine({ rows: [insert(users, user)] }, own.change));
}

/** Each test ends the sessions of those before it. */
async function signIn(dashboard: TestDashboard): Promise<Page> {
  const { page } = await dashboard.visit('/sign-in');
  // A page that waits for events never rests.
  await page.route('**/v1/events?*', (route) => route.fulfill({ status: 429, json: {} }));
  await page.getByLabel('Email address').fill(owner.email);
  await page.getByLabel('Password', { exact: true }).fill(owner.password);
  await page.getByRole('button', { name: 'Sign in' }).click();
  await page.getByRole('heading', { name: 'Overview', level: 1 }).waitFor();
  // What the page still reads would notice the end before the test provokes it.
  await page.waitForLoadState('networkidle');
  return page;
}

describeDashboard('A session that ends', (dashboard) => {
  it('keeps what was typed for the one who signs in again', async () => {
    const { page } = await dashboard.visit(await dashboard.setUpLink());
    await setUpOwner(page);
    await page.getByRole('link', { name: 'API tokens' }).click();
    await page.getByRole('button', { name: 'Create token' }).first().click();
    const form = page.getByRole('dialog', { name: 'Create API token' });
    await form.getByRole('textbox', { name: 'Name' }).fill('Deploy script');
    await endAllSessions(dashboard);
    await form.getByRole('button', { name: 'Create token' }).click();

    const again = page.getByRole('dialog', { name: "You've been signed out" });
    await again.waitFor();
    await expectAccessible(page);
    expect(await again.getByLabel('Email address').inputValue()).toBe(owner.email);
    await page.keyboard.type('not this one');
    await page.keyboard.press('Enter');
    await again.getByRole('alert').waitFor();
    await page.keyboard.press('Escape');
    await again.getByLabel('Password', { exact: true }).fill(owner.password);
    await page.keyboard.press('Enter');
    await again.waitFor({ state: 'detached' });

    expect(await form.getByRole('textbox', { name: 'Name' }).inputValue()).toBe('Deploy script');
    await form.getByRole('button', { name: 'Create token' }).click();
    await page.getByRole('textbox', { name: 'API token' }).waitFor();
  });

  it('hides the page until the next sign-in, then loads it again', async () => {
    const page = await signIn(dashboard);
    await endAllSessions(dashboard);
    await page.getByRole('link', { name: 'Domains' }).click();
    const again = page.getByRole('dialog', { name: "You've been signed out" });
    await again.waitFor();
    // The page below is still there: an opaque background covers it.
    const corner = await page.evaluate('document.elementFromPoint(20, 20).className');
    expect(corner).toContain('bg-canvas');
    expect(await page.getByRole('navigation').count()).toBe(0);
    await again.getByLabel('Password', { exact: true }).fill(owner.password);
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { name: 'Domains', level: 1 }).waitFor();
    await page.getByRole('link', { name: 'Find a domain' }).first().waitFor();
  });

  it('is replaced when another user signs in in another tab', async () => {
    const page = await signIn(dashboard);
    const other = await page.context().newPage();
    await endAllSessions(dashboard);
    const email = 'charles@example.com';
    await createColleague(dashboard, { name: 'Charles Babbage', email });
    await other.goto(dashboard.address('/sign-in'));
    await other.getByLabel('Email address').fill(email);
    await other.getByLabel('Password', { exact: true }).fill(owner.password);
    await other.getByRole('button', { name: 'Sign in' }).click();
    await other.getByRole('button', { name: 'Account menu' }).waitFor();

    await page.getByRole('link', { name: 'Domains' }).click();
    await page.getByRole('button', { name: 'Account menu' }).getByText('Charles Babbage').waitFor();
    expect(await page.getByText(owner.workspace).count()).toBe(0);
  });

  it('that is ended by signing out is ended in every tab, at once', async () => {
    const page = await signIn(dashboard);
    const other = await page.context().newPage();
    await other.goto(page.url());
    await other.getByRole('button', { name: 'Account menu' }).click();
    await other.getByRole('menuitem', { name: 'Sign out' }).click();
    await other.getByRole('heading', { name: 'Sign in' }).waitFor();
    await page.getByRole('heading', { name: 'Sign in' }).waitFor();
    expect(await page.getByText(owner.workspace).count()).toBe(0);
  });

  it('can be left for the sign-in page', async () => {
    const page = await signIn(dashboard);
    await endAllSessions(dashboard);
    await page.getByRole('link', { name: 'Domains' }).click();
    await page.getByRole('button', { name: 'Use a different account' }).click();
    await page.getByRole('heading', { name: 'Sign in' }).waitFor();
  });
});
