/** The activity of a workspace and of a domain: links, changes that open, mails on request, downloads. */

import { readFile } from 'node:fs/promises';
import { expect, it } from 'vitest';
import { newId } from '../../packages/server/src/base/ids.ts';
import { persistChange } from '../../packages/server/src/changes/persist.ts';
import { systemActor } from '../../packages/server/src/workspaces/actor.ts';
import { expectAccessible } from './accessibility.ts';
import { describeDashboard } from './browser.ts';
import { openDns } from './dns-stage.ts';
import { takePictures } from './screenshots.ts';

const website = { type: 'A', name: 'www', ttl: 3600, value: '192.0.2.1' } as const;

describeDashboard('Activity', (dashboard) => {
  it('opens a change of many records, links domains, and hides mails', async () => {
    const { page, domain, workspaceId, client } = await openDns(dashboard, { records: [website] });
    const [record] = (await client.call('listRecords', { domain })).records;
    const id = record?.id ?? '';
    await client.call('updateRecord', { domain, recordId: id, ttl: 300 });
    await client.call('changeRecords', {
      domain,
      deletes: [{ id }],
      creates: [{ type: 'CNAME', name: 'www', value: 'shop.example.net' }],
    });
    await persistChange(dashboard.service.database, {
      facts: [
        {
          id: newId('act'),
          at: Date.now(),
          actor: systemActor(workspaceId, 'mail'),
          fact: {
            kind: 'mail.sent',
            recipient: 'ada@example.com',
            notice: 'test',
            subject: 'Hello',
          },
        },
      ],
    });
    await page.goto(dashboard.address(`/${workspaceId}/overview`));
    await page.getByRole('link', { name: 'View all' }).click();
    await page.getByRole('heading', { name: 'Activity', level: 1 }).waitFor();
    const list = page.getByRole('list', { name: 'Activity' });
    const batch = list
      .getByRole('listitem')
      .filter({ hasText: `changed the records of ${domain}` });
    await batch.getByText(/^From (?:127\.0\.0\.1|::1)$/).waitFor();
    await batch.getByRole('button', { name: 'Show changes' }).click();
    const changes = batch.getByRole('list', { name: 'Changes' });
    await changes.getByText('www CNAME shop.example.net').waitFor();
    await changes.getByText('www A 192.0.2.1').waitFor();
    await list.getByText('changed the TTL of www A 192.0.2.1 from 3600 to 300 seconds').waitFor();
    await expectAccessible(page);
    await takePictures(page, 'activity');

    expect(await list.getByText('emailed “').count()).toBe(0);
    await page.getByRole('switch', { name: 'Show emails' }).click();
    await list.getByText('emailed “').first().waitFor();
    expect(new URL(page.url()).search).toBe('?mails=shown');

    await batch.getByRole('link', { name: domain }).click();
    await page.getByRole('heading', { name: domain, level: 1 }).waitFor();
    const tabs = page.getByRole('navigation', { name: 'Domain' });
    await tabs.getByRole('link', { name: 'Activity' }).click();
    await list.getByText(`changed the records of ${domain}`).waitFor();
    // The page of the domain needs no link to itself.
    expect(await list.getByRole('link').count()).toBe(0);
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('link', { name: 'Download CSV' }).click(),
    ]);
    expect(download.suggestedFilename()).toMatch(/^activity-.*\.csv$/);
    const csv = await readFile(await download.path(), 'utf8');
    expect(csv.split('\r\n')[0]).toBe(
      'Time,Actor,Action,Subject,Text,Details,Actor id,Id,Address,Proof',
    );
    expect(csv).toContain(`changed the records of ${domain}: 1 added`);
  });

  it('does not show the records of another registration of the same name', async () => {
    const { page, domain, client } = await openDns(dashboard);
    await client.call('changeRecords', {
      domain,
      creates: [website, { ...website, name: 'api' }],
    });
    // As the API answers when the name was registered again since.
    await page.route('**/dns/revisions?*', async (route) => {
      const answer = await route.fetch();
      const { revisions } = await answer.json();
      const later = revisions.map((each: object) => ({ ...each, at: '2030-01-01T00:00:00.000Z' }));
      await route.fulfill({ json: { revisions: later } });
    });
    const tabs = page.getByRole('navigation', { name: 'Domain' });
    await tabs.getByRole('link', { name: 'Activity' }).click();
    await page.getByRole('button', { name: 'Show changes' }).click();
    await page.getByText('The details of this change are no longer available.').waitFor();
    expect(await page.getByRole('list', { name: 'Changes' }).count()).toBe(0);
  });
});
