/** The page about spending: months, suffixes, domains and the CSV. */
import { readFile } from 'node:fs/promises';
import { expect, it } from 'vitest';
import { expectAccessible } from './accessibility.ts';
import { describeDashboard, viewports } from './browser.ts';
import { openStage } from './domain-stage.ts';
import { takePictures } from './screenshots.ts';

describeDashboard('Spending', (dashboard) => {
  it('is found from the credits, shows what was bought, and offers it as CSV', async () => {
    const { page, client } = await openStage(dashboard, 'credits', { credits: '100' });
    await page.getByRole('link', { name: 'Spending' }).click();
    await page.getByText('No purchases yet').waitFor();
    await expectAccessible(page);
    const domain = await dashboard.service.liveDomain(client);
    await client.call('renewDomain', { domain });
    await page.reload();
    const months = page.getByRole('list', { name: 'Spending by month' });
    await months.getByRole('listitem').filter({ hasText: '26 credits' }).waitFor();
    expect(await months.getByRole('listitem').count()).toBe(12);
    const byExtension = page.getByRole('table', { name: 'By extension' });
    await byExtension.getByRole('row', { name: /\.com.*2.*26\.00/ }).waitFor();
    const byDomain = page.getByRole('table', { name: 'By domain' });
    await byDomain.getByRole('row', { name: new RegExp(`${domain}.*26\\.00`) }).waitFor();
    await expectAccessible(page);
    await page.getByLabel('Monthly budget').fill('0.5');
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    await page.getByText('The minimum is 1 credit.').waitFor();
    await page.getByLabel('Monthly budget').fill('30');
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    await page.getByText('Budget alert saved').waitFor();
    await page.getByText('26 of 30 credits this month').waitFor();
    await page.getByRole('progressbar', { name: 'Budget spent' }).waitFor();
    await expectAccessible(page);
    await takePictures(page, 'spending');

    const downloading = page.waitForEvent('download');
    await page.getByRole('link', { name: 'Download CSV' }).click();
    const csv = await readFile(await (await downloading).path(), 'utf8');
    expect(csv).toContain(`,${domain},com,Renewal of ${domain} for 1 year,14`);

    await page.getByRole('main').getByRole('link', { name: 'Credits' }).click();
    await page.getByRole('heading', { name: 'Credits', level: 1 }).waitFor();
    await page.goBack();
    await byDomain.waitFor();
    await page.setViewportSize(viewports.phone);
    await expectAccessible(page);
    await expect
      .poll(() => page.evaluate<number>('document.documentElement.scrollWidth - innerWidth'))
      .toBeLessThanOrEqual(0);
  });
});
