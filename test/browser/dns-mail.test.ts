/** The check of mail on the DNS page. */
import { expect, it } from 'vitest';
import { expectAccessible } from './accessibility.ts';
import { describeDashboard } from './browser.ts';
import { openDns } from './dns-stage.ts';
import { takePictures } from './screenshots.ts';

describeDashboard('Check of mail', (dashboard) => {
  it('says what is wrong and what to do, and looks again after a change', async () => {
    const { page, domain, client } = await openDns(dashboard, {
      records: [
        { type: 'MX', value: '10 mx.example.net' },
        { type: 'TXT', value: 'v=spf1 mx -all' },
        { type: 'TXT', value: 'v=spf1 a -all' },
        { type: 'TXT', name: '_dmarc', value: 'v=DMARC1; p=none' },
      ],
    });
    const open = async () => {
      await page.getByRole('button', { name: 'More actions' }).click();
      await page.getByRole('menuitem', { name: 'Check email setup…' }).click();
    };
    await open();
    const dialog = page.getByRole('dialog');
    const findings = dialog.getByRole('list', { name: 'Findings' }).getByRole('listitem');
    await dialog.getByText(`Mail for ${domain} is delivered to 1 server.`).waitFor();
    expect(await findings.count()).toBe(4);
    const spf = findings.filter({ hasText: `${domain} has 2 SPF records` });
    expect(await spf.innerText()).toContain('Problem');
    await expectAccessible(page);
    await takePictures(page, 'mail-check');
    await dialog.getByRole('button', { name: 'Close', exact: true }).last().click();
    const { records } = await client.call('listRecords', { domain });
    const second = records.find(({ value }) => value === 'v=spf1 a -all');
    await client.call('deleteRecord', { domain, recordId: second?.id ?? '' });
    await open();
    await dialog.getByText('The SPF record uses 1 of the 10 DNS lookups allowed.').waitFor();
  });
});
