/** Zone files in and out, and a zone of two thousand records. */
import { readFile } from 'node:fs/promises';
import type { Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { expectAccessible } from './accessibility.ts';
import { describeDashboard } from './browser.ts';
import { openDns, recordsOf } from './dns-stage.ts';
import { takePictures } from './screenshots.ts';

const many = 2_000;

describeDashboard('Zone files', (dashboard) => {
  it('shows what an import does before it does it', async () => {
    const stage = await openDns(dashboard, {
      records: [
        { type: 'CNAME', name: 'docs', ttl: 300, value: 'old.example.net' },
        { type: 'TXT', name: 'gone', ttl: 300, value: 'not in the file' },
      ],
    });
    const { page, domain } = stage;
    await openImport(page);
    const dialog = page.getByRole('dialog');
    const file = dialog.getByRole('textbox', { name: 'Zone file' });

    await file.fill('www A 192.0.2.1 (');
    await dialog.getByRole('button', { name: 'Preview changes' }).click();
    await dialog.getByText(/^Line 1, column/).waitFor();

    await file.fill(
      [
        `@ 1h SOA ns1.example.net. host.example.net. 1 2 3 4 5`,
        `www 300 A 192.0.2.1`,
        `docs 300 CNAME new.example.net.`,
        `*.w 300 DNAME other.example.net.`,
        `elsewhere.example.org. 300 A 192.0.2.3`,
      ].join('\n'),
    );
    await dialog.getByText("Delete records that aren't in the file").click();
    await dialog.getByRole('button', { name: 'Preview changes' }).click();
    await dialog.getByText('1 record added, 1 changed, 1 removed. 2 records rejected.').waitFor();
    const section = (name: string) => dialog.getByRole('region', { name });
    await section('Added').getByText('www 5 min A 192.0.2.1').waitFor();
    await section('Changed').getByText('docs 5 min CNAME old.example.net').waitFor();
    await section('Changed')
      .getByText(/docs 5 min CNAME new\.example\.net/)
      .waitFor();
    await section('Removed').getByText('gone 5 min TXT not in the file').waitFor();
    await section('Rejected').getByText(`It is outside ${domain}.`).waitFor();
    await section('Rejected').getByText('line 4').waitFor();
    await section('Notes')
      .getByText(
        "SOA ignored: set the domain's SOA record instead (the file has host@example.net, refresh 2, retry 3, expire 4, negative TTL 5).",
      )
      .waitFor();
    await expectAccessible(page);
    await takePictures(page, 'dns-import');
    expect(await recordsOf(stage)).toHaveLength(2);

    await dialog.getByRole('button', { name: 'Apply 3 changes' }).click();
    await page.getByText('1 record added, 1 changed, 1 removed').waitFor();
    await page
      .getByRole('cell', { name: /new\.example\.net/ })
      .nth(1)
      .waitFor();
    expect(await recordsOf(stage)).toEqual([
      { type: 'CNAME', name: 'docs', ttl: 300, value: 'new.example.net.' },
      { type: 'A', name: 'www', ttl: 300, value: '192.0.2.1' },
    ]);
  });

  it('lists every line that cannot be read, and goes on when they are corrected', async () => {
    const stage = await openDns(dashboard);
    const { page } = stage;
    await openImport(page);
    const dialog = page.getByRole('dialog');
    const file = dialog.getByRole('textbox', { name: 'Zone file' });
    const lines = [
      'www 300 A 192.0.2.999',
      'mail 300 A 192.0.2.2',
      'note 300 TXT "never closed',
      '$INCLUDE other.zone',
      'api 300 NOSUCH x',
    ];
    await file.fill(lines.join('\n'));
    await dialog.getByRole('button', { name: 'Preview changes' }).click();
    await dialog.getByText('The zone file has 4 errors.').waitFor();
    const errors = dialog.getByRole('region', { name: 'Errors' });
    for (const line of [1, 3, 4, 5]) {
      await errors.getByText(new RegExp(`^Line ${line}, column`)).waitFor();
    }
    expect(await errors.getByRole('listitem').count()).toBe(4);
    await expectAccessible(page);
    await takePictures(page, 'dns-import-errors');

    await file.fill(lines.slice(1, 2).join('\n'));
    await errors.waitFor({ state: 'detached' });
    await dialog.getByRole('button', { name: 'Preview changes' }).click();
    await dialog.getByRole('button', { name: 'Apply 1 change' }).waitFor();
  });

  it('plans again when the records change in between', async () => {
    const stage = await openDns(dashboard);
    const { page, client, domain } = stage;
    await openImport(page);
    const dialog = page.getByRole('dialog');
    await dialog.getByRole('textbox', { name: 'Zone file' }).fill('www 300 A 192.0.2.1');
    await dialog.getByRole('button', { name: 'Preview changes' }).click();
    const apply = dialog.getByRole('button', { name: 'Apply 1 change' });
    await apply.waitFor();
    const input = { domain, type: 'A', name: 'www', ttl: 60, value: '192.0.2.1' } as const;
    await client.call('createRecord', input);
    await apply.click();
    await dialog.getByText('The records have changed').waitFor();
    await dialog.getByText('1 record changed.').waitFor();
    await apply.click();
    await page.getByText('Zone file imported').waitFor();
    expect(await recordsOf(stage)).toEqual([
      { type: 'A', name: 'www', ttl: 300, value: '192.0.2.1' },
    ]);
  });

  it('goes out as a file, comes back as one, and stays smooth when it is long', async () => {
    const stage = await openDns(dashboard);
    const { page, domain } = stage;
    await openImport(page);
    const dialog = page.getByRole('dialog');
    const lines = Array.from({ length: many }, (_, at) => `host${at} 300 TXT "record ${at}"`);
    await dialog.getByLabel('Zone file to import').setInputFiles({
      name: 'long.zone',
      mimeType: 'text/plain',
      buffer: Buffer.from(lines.join('\n')),
    });
    await dialog.getByRole('button', { name: 'Preview changes' }).click();
    await dialog.getByText('And 1,800 more.').waitFor();
    await dialog
      .getByRole('button', { name: `Apply ${many.toLocaleString('en')} changes` })
      .click();
    await page.getByText(`All types (${many.toLocaleString('en')})`).waitFor({ state: 'attached' });

    await page.keyboard.press('End');
    await page.getByRole('cell', { name: '"record 1999"', exact: true }).waitFor();
    // Only what is in sight exists.
    expect(await page.getByRole('row').count()).toBeLessThan(80);
    await page.keyboard.press('Home');
    await page.getByRole('cell', { name: '"record 0"', exact: true }).waitFor();
    const startedAt = performance.now();
    await page.getByLabel('Search records').fill('host17 record');
    await page.getByRole('cell', { name: '"record 17"', exact: true }).waitFor();
    await page
      .getByRole('cell', { name: '"record 1799"', exact: true })
      .waitFor({ state: 'detached' });
    expect(performance.now() - startedAt).toBeLessThan(20_000);

    await page.getByRole('button', { name: 'More actions' }).click();
    const downloading = page.waitForEvent('download');
    await page.getByRole('menuitem', { name: 'Export zone file' }).click();
    const download = await downloading;
    expect(download.suggestedFilename()).toBe(`${domain}.zone`);
    const text = await readFile(await download.path(), 'utf8');
    expect(text.match(/^host\d+\s.*\sTXT\s+"record \d+"$/gm)).toHaveLength(many);
  });
});

async function openImport(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'More actions' }).click();
  await page.getByRole('menuitem', { name: 'Import zone file…' }).click();
}
