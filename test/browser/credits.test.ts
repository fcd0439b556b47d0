import { readFile } from 'node:fs/promises';
import { dayMs } from '@hostmaster/contract/durations';
import { balanceOf, contact } from '@hostmaster/test-rig/service';
import type { Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { expectAccessible } from './accessibility.ts';
import { describeDashboard, type TestDashboard } from './browser.ts';
import { openStage } from './domain-stage.ts';
import { takePictures } from './screenshots.ts';

describeDashboard('Topping up in the sandbox', (dashboard) => {
  it('leads over a test payment to the balance, and pays once however often it is clicked', async () => {
    const { page, client } = await openStage(dashboard, 'credits');
    await page.getByText('No transactions yet').waitFor();
    await page.getByRole('button', { name: '100', exact: true }).click();
    expect(await page.getByRole('textbox', { name: 'Credits' }).inputValue()).toBe('100');
    await page.getByRole('button', { name: 'Continue to payment' }).dblclick();

    await page.getByRole('heading', { name: 'Test payment' }).waitFor();
    await page.getByText('for 100 credits').waitFor();
    await expectAccessible(page);
    await takePictures(page, 'test-payment');
    const address = page.url();
    await page.getByRole('button', { name: 'Pay', exact: true }).dblclick();
    await page.getByText('100 credits added').waitFor();
    await expectBalance(page, '100 credits');
    await page.getByRole('row', { name: /Top-up .* \+100\.00/ }).waitFor();
    expect(await balanceOf(client)).toBe(100);

    await page.getByRole('button', { name: 'Dismiss' }).click();
    await page.getByText('100 credits added').waitFor({ state: 'hidden' });
    await page.goto(address);
    await page.getByText('Payment complete').waitFor();
  });

  it('says when a payment failed, and charges nothing', async () => {
    const { page, client } = await openStage(dashboard, 'credits');
    const before = await balanceOf(client);
    await page.getByRole('button', { name: 'Continue to payment' }).click();
    await page.getByRole('button', { name: 'Simulate a failed payment' }).click();
    await page.getByText('Payment failed').waitFor();
    await expectAccessible(page);
    expect(await balanceOf(client)).toBe(before);
  });

  it('says beside the field what is wrong with an amount', async () => {
    const { page } = await dashboard.signedIn('credits');
    const amount = page.getByRole('textbox', { name: 'Credits' });
    for (const [text, problem] of [
      ['1', 'The minimum is 5 credits.'],
      ['99999', 'The maximum is 10,000 credits.'],
      ['a lot', 'Enter a number, such as 25 or 25.50.'],
    ] as const) {
      await amount.fill(text);
      await page.getByRole('button', { name: 'Continue to payment' }).click();
      await page.getByText(problem).waitFor();
      expect(await amount.inputValue()).toBe(text);
    }
    await expectAccessible(page);
  });

  it('keeps the amount when the connection is gone', async () => {
    const { page, context } = await dashboard.signedIn('credits');
    await page.getByRole('textbox', { name: 'Credits' }).fill('12.50');
    await context.setOffline(true);
    await page.getByRole('button', { name: 'Continue to payment' }).click();
    await page.getByText("We couldn't reach the server.").waitFor();
    expect(await page.getByRole('textbox', { name: 'Credits' }).inputValue()).toBe('12.50');
    await context.setOffline(false);
    await page.getByRole('button', { name: 'Continue to payment' }).click();
    await page.getByText('for 12.50 credits').waitFor();
  });
});

describeDashboard('Without a payment provider', (dashboard) => {
  it('says what to ask the operator for', async () => {
    const { page, workspaceId } = await openStage(dashboard, 'account');
    await page.route('**/dashboard/api/workspaces/*/credits', async (route) => {
      const answer = await route.fetch();
      const credits = await answer.json();
      await route.fulfill({ json: { ...credits, topUp: { ...credits.topUp, provider: 'none' } } });
    });
    await page.getByRole('link', { name: 'Credits' }).click();
    await page.getByText(`credits add --workspace ${workspaceId}`).waitFor();
    await expectAccessible(page);
  });
});

describeDashboard('Statement and forecast', (dashboard) => {
  it('lists movements with the balance after each, filtered and as CSV', async () => {
    const { page } = await busyWorkspace(dashboard);
    const statement = page.getByRole('table', { name: 'Statement' });
    await statement
      .getByRole('row', { name: /Registration of mill\.com.*Pending.*−12\.00/ })
      .waitFor();
    await statement.getByRole('row', { name: /Refund: .*\+12\.00/ }).waitFor();
    await expectAccessible(page);
    await takePictures(page, 'credits');

    await page.getByRole('combobox', { name: 'Type' }).selectOption('Refund');
    await statement
      .getByRole('row', { name: /Registration of mill\.com/ })
      .waitFor({ state: 'hidden' });
    expect(new URL(page.url()).searchParams.get('kind')).toBe('refund');
    expect(await statement.getByRole('row').count()).toBe(2);

    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('link', { name: 'Download CSV' }).click(),
    ]);
    const lines = (await readFile(await download.path(), 'utf8')).trim().split(/\r?\n/);
    expect(download.suggestedFilename()).toMatch(/^statement-.*\.csv$/);
    expect(lines).toHaveLength(2);
    expect(lines[1]).toContain('sandbox-reject');

    await page.getByRole('combobox', { name: 'Period' }).selectOption('Custom range');
    await page.getByLabel('Start date').fill('2001-01-01');
    await page.getByLabel('End date').fill('2001-12-31');
    await page.getByText('No matching transactions').waitFor();
    await page.reload();
    await page.getByText('No matching transactions').waitFor();
    await page.getByRole('button', { name: 'Show all transactions' }).click();
    await statement.getByRole('row', { name: /Registration of mill\.com/ }).waitFor();
  });

  it('shows what renewals will take, and from when on credits are missing', async () => {
    const { page } = await dashboard.signedIn('credits');
    const renewals = page.getByRole('region', { name: 'Upcoming renewals' });
    await renewals.getByRole('tab', { name: '365 days' }).click();
    await renewals.getByText(/more credits/).waitFor();
    await renewals.getByRole('img', { name: /^Your balance falls from .* credits to -/ }).waitFor();
    await renewals.getByRole('link', { name: 'analytical-engine.com' }).waitFor();
    await renewals.getByRole('tab', { name: '30 days' }).click();
    await renewals.getByText('No automatic renewals in the next 30 days').waitFor();
    await expectAccessible(page);
  });

  it('loads older movements on demand', async () => {
    const { page, workspaceId } = await openStage(dashboard, 'credits');
    for (let i = 0; i < 60; i += 1) await dashboard.service.addCredits({ id: workspaceId }, '1');
    await page.reload();
    await page.getByRole('button', { name: 'Show older' }).click();
    await page.getByRole('button', { name: 'Show older' }).waitFor({ state: 'hidden' });
    const rows = await page.getByRole('table', { name: 'Statement' }).getAttribute('aria-rowcount');
    expect(Number(rows)).toBeGreaterThan(61);
  });
});

/** Credits in, a refused registration, several that renew, and one that the registry still thinks about. */
async function busyWorkspace(dashboard: TestDashboard): Promise<{ page: Page }> {
  const { service } = dashboard;
  const { page, client } = await openStage(dashboard, 'credits', { credits: '110.50' });
  await client.call('registerDomain', { domain: 'sandbox-reject-loom.com', contact });
  await service.untilNoJobs('sandbox-reject-loom.com');
  for (const name of ['analytical-engine', 'difference-engine', 'looms', 'mills', 'note-g']) {
    const domain = `${name}.com`;
    await client.call('registerDomain', { domain, contact, autoRenew: true });
    await service.untilLive(client, domain);
    await service.advanceCalendar(12 * dayMs);
  }
  await client.call('renewDomain', { domain: 'note-g.com', years: 1 });
  await service.untilNoJobs('note-g.com');
  service.registry.hold('create', 'mill.com');
  await client.call('registerDomain', { domain: 'mill.com', contact });
  await page.reload();
  return { page };
}

async function expectBalance(page: Page, text: string): Promise<void> {
  await page.getByRole('region', { name: 'Balance' }).getByText(text).waitFor();
}
