/** Spending caps in the browser: with a new token, on an existing one, and of a member. */
import { requiredContact as contact } from '@hostmaster/test-rig/contact';
import { expect, it } from 'vitest';
import { expectAccessible } from './accessibility.ts';
import { describeDashboard, owner, viewports } from './browser.ts';
import { openStage } from './domain-stage.ts';
import { takePictures } from './screenshots.ts';

describeDashboard('Spending caps', (dashboard) => {
  it('a token with a cap is refused above it, and goes on once the cap is raised', async () => {
    const { page } = await openStage(dashboard, 'settings/tokens', { credits: '100' });
    await page.getByRole('button', { name: 'Create token' }).first().click();
    const dialog = page.getByRole('dialog', { name: 'Create API token' });
    await dialog.getByRole('textbox', { name: 'Name' }).fill('Agent');
    await dialog.getByLabel('Spending cap').fill('much');
    await dialog.getByRole('button', { name: 'Create token' }).click();
    await dialog.getByText('Enter a number, such as 25 or 25.50.').waitFor();
    await dialog.getByLabel('Spending cap').fill('20');
    await expectAccessible(page);
    await dialog.getByRole('button', { name: 'Create token' }).click();
    const shown = page.getByRole('dialog', { name: 'Agent' });
    const token = await shown.getByLabel('API token').inputValue();
    await shown.getByRole('button', { name: "I've saved it" }).click();
    await shown.waitFor({ state: 'hidden' });

    const agent = dashboard.service.client.withKey(token);
    const register = () => {
      const domain = dashboard.service.freshName();
      return agent.request('registerDomain', { domain, contact });
    };
    expect((await register()).status).toBe(200);
    expect(await register()).toMatchObject({ status: 409, body: { code: 'spending_cap' } });
    await page.reload();
    const row = page.getByRole('row', { name: /Agent/ });
    await row.getByText('12 of 20 credits this month').last().waitFor();
    await expectAccessible(page);
    await takePictures(page, 'token-caps');

    await row.getByRole('button', { name: 'Change cap of Agent' }).click();
    const change = page.getByRole('dialog', { name: 'Spending cap of Agent', exact: true });
    await expectAccessible(page);
    await takePictures(page, 'spending-cap');
    await change.getByLabel('Monthly cap').fill('25.50');
    await change.getByRole('button', { name: 'Save' }).click();
    await change.waitFor({ state: 'hidden' });
    await row.getByText('12 of 25.50 credits this month').last().waitFor();
    expect((await register()).status).toBe(200);
  });

  it('phone: the cap of a member is set and removed on the page of members', async () => {
    const { page } = await openStage(dashboard, 'settings/members', { credits: '100' });
    await page.setViewportSize(viewports.phone);
    const list = page.getByRole('list', { name: 'Members' });
    const setCap = async (cap: string) => {
      await list
        .getByRole('button', { name: /^Actions for/ })
        .first()
        .click();
      await page.getByRole('menuitem', { name: 'Set spending cap' }).click();
      const dialog = page.getByRole('dialog', {
        name: `Spending cap of ${owner.name}`,
        exact: true,
      });
      await dialog.getByLabel('Monthly cap').fill(cap);
      await expectAccessible(page);
      await dialog.getByRole('button', { name: 'Save' }).click();
      await dialog.waitFor({ state: 'hidden' });
    };
    await setCap('50');
    await list
      .getByText(/^[0-9]+ of 50 credits this month$/)
      .first()
      .waitFor();
    await expectAccessible(page);
    await takePictures(page, 'member-caps');
    await setCap('');
    await expect.poll(() => list.getByText('of 50 credits').count()).toBe(0);
  });
});
