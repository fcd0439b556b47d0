/** Receipts of top-ups: the list, the billing details, and a page to print. */
import { readFile } from 'node:fs/promises';
import type { Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { expectAccessible } from './accessibility.ts';
import { describeDashboard, viewports } from './browser.ts';
import { openStage } from './domain-stage.ts';
import { takePictures } from './screenshots.ts';

describeDashboard(
  'Receipts',
  (dashboard) => {
    it('has the billing details of the day it was paid, and prints without navigation', async () => {
      const { page } = await openStage(dashboard, 'credits');
      await page.getByRole('link', { name: 'Receipts' }).click();
      await page.getByText('No receipts yet').waitFor();
      await page.getByLabel('Name or company').fill('株式会社ドメイン');
      await page.getByLabel('Address').fill('شارع التحرير 5\nالقاهرة\nEgypt');
      await page.getByLabel('Tax number').fill('T1234567890123');
      await page.getByRole('button', { name: 'Save changes' }).click();
      await page.getByText('Billing details saved').waitFor();
      await expectAccessible(page);

      await pay(page);
      await page.getByRole('link', { name: 'Receipts' }).click();
      await page.getByLabel('Name or company').fill('Another name');
      await page.getByRole('button', { name: 'Save changes' }).click();
      await page.getByRole('button', { name: 'Save changes', disabled: true }).waitFor();
      const table = page.getByRole('table', { name: 'Receipts' });
      await table.getByRole('row', { name: /R-000001.*25\.00/ }).waitFor();
      await takePictures(page, 'receipts');
      await table.getByRole('link', { name: 'R-000001' }).click();
      await page.getByRole('heading', { name: 'Receipt R-000001', level: 1 }).waitFor();
      for (const text of [
        'Names & Söhne GmbH',
        '10115 Berlin',
        'Tax number: VAT ID DE123456789',
        '株式会社ドメイン',
        'شارع التحرير 5',
        'Tax number: T1234567890123',
        '25 credits added to the balance',
      ]) {
        await page.getByText(text, { exact: true }).waitFor();
      }
      await page.getByText('No money was paid.').waitFor();
      expect(await page.getByText('25.00 USD').count()).toBe(2);
      await expectAccessible(page);
      await takePictures(page, 'receipt');

      await page.setViewportSize(viewports.phone);
      const link = page.getByRole('link', { name: 'Download PDF' });
      const [file] = await Promise.all([page.waitForEvent('download'), link.click()]);
      expect(file.suggestedFilename()).toBe('receipt-R-000001.pdf');
      expect((await readFile(await file.path(), 'latin1')).slice(0, 5)).toBe('%PDF-');
      await page.setViewportSize(viewports.desktop);

      await page.evaluate('window.print = () => { document.title = "printed"; }');
      await page.getByRole('button', { name: 'Print' }).click();
      expect(await page.title()).toBe('printed');
      await page.emulateMedia({ media: 'print', colorScheme: 'dark' });
      const navigation = page.getByRole('navigation');
      await expect.poll(() => navigation.count()).toBe(0);
      expect(await page.getByRole('button', { name: 'Print' }).count()).toBe(0);
      expect(await link.count()).toBe(0);
      const scheme = await page.evaluate('getComputedStyle(document.documentElement).colorScheme');
      expect(scheme).toBe('light');
      await page.emulateMedia({ media: null, colorScheme: 'light' });

      await page.getByRole('link', { name: 'Receipts' }).click();
      await page.setViewportSize(viewports.phone);
      await expectAccessible(page);
      await expect
        .poll(() => page.evaluate<number>('document.documentElement.scrollWidth - innerWidth'))
        .toBeLessThanOrEqual(0);
    });
  },
  {
    settings: {
      HOSTMASTER_SELLER_NAME: 'Names & Söhne GmbH',
      HOSTMASTER_SELLER_ADDRESS: 'Hauptstraße 1; 10115 Berlin; Germany',
      HOSTMASTER_SELLER_TAX_NUMBER: 'VAT ID DE123456789',
    },
  },
);

async function pay(page: Page): Promise<void> {
  await page.getByRole('main').getByRole('link', { name: 'Credits' }).click();
  await page.getByRole('button', { name: '25', exact: true }).click();
  await page.getByRole('button', { name: 'Continue to payment' }).click();
  await page.getByRole('button', { name: 'Pay', exact: true }).click();
  await page.getByText('25 credits added').waitFor();
}
