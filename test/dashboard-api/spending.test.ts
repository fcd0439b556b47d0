/** The report of what was spent: twelve months, by suffix and domain, and as CSV. */
import { dayMs } from '@hostmaster/contract/durations';
import { expectRefusal } from '@hostmaster/test-rig/api-client';
import { requiredContact as contact } from '@hostmaster/test-rig/contact';
import { describeService } from '@hostmaster/test-rig/service';
import { expect, it } from 'vitest';
import { member } from './people.ts';

describeService('the spending of a workspace', (service) => {
  it('is empty before the first purchase, and of this workspace only', async () => {
    const { page, inside } = await member(service);
    const other = await member(service);
    await service.liveDomain(other.workspace.client);
    const report = await page.call('getSpending', inside);
    expect(report).toMatchObject({ suffixes: [], domains: [], total: 0 });
    expect(report.months).toHaveLength(12);
    expect(report.months.every(({ credits }) => credits === 0)).toBe(true);
    const hidden = await page.request('getSpending', other.inside);
    expectRefusal(hidden, { status: 404, code: 'workspace_not_found' });
  });

  it('adds up what was bought and not returned, for twelve months', async () => {
    const { page, inside, workspace } = await member(service);
    const { client } = workspace;
    const first = await service.liveDomain(client);
    await client.call('registerDomain', { domain: service.freshName('sandbox-reject'), contact });
    await service.settled();
    await service.advanceCalendar(32 * dayMs);
    await client.call('renewDomain', { domain: first });
    const second = await service.liveDomain(client, service.freshName('name', 'net'));
    await service.settled();

    const { months, suffixes, domains, total } = await page.call('getSpending', inside);
    const { entries } = await page.call('listStatement', inside);
    const net = entries
      .filter(({ kind }) => ['registration', 'renewal', 'refund'].includes(kind))
      .reduce((sum, { credits }) => sum - credits, 0);
    expect(total).toBe(net);
    const price = domains.find(({ name }) => name === second)?.credits ?? 0;
    expect(domains).toEqual([
      { name: first, credits: 26, purchases: 2 },
      { name: second, credits: price, purchases: 1 },
    ]);
    expect(suffixes).toEqual([
      { name: 'com', credits: 26, purchases: 2 },
      { name: 'net', credits: price, purchases: 1 },
    ]);
    expect(months.slice(-2).map(({ credits }) => credits)).toEqual([12, 14 + price]);
    expect(months.map(({ month }) => month)).toEqual(months.map(({ month }) => month).toSorted());

    const csv = await page.request('exportSpending', inside);
    expect(csv.headers['content-type']).toContain('text/csv');
    const lines = csv.text.trim().split('\r\n');
    expect(lines[0]).toBe('Date,Month,Domain,Suffix,Description,Credits');
    expect(lines).toHaveLength(4);
    expect(lines.at(-1)).toContain(`,${first},com,Registration of ${first} for 1 year,12`);

    // The first purchase leaves the twelve months, the others stay.
    await service.advanceCalendar(330 * dayMs);
    const later = await page.call('getSpending', inside);
    expect(later.domains.find(({ name }) => name === first)).toMatchObject({ credits: 14 });
  });
});
