/** The report of what was spent: twelve months, by suffix and domain, and as CSV. */
import { dayMs } from '@hostmaster/contract/durations';
import { expectRefusal } from '@hostmaster/test-rig/api-client';
import { requiredContact as contact } from '@hostmaster/test-rig/contact';
import { describeService } from '@hostmaster/test-rig/service';
import { expect, it } from 'vitest';
import { member } from '../dashboard-api/people.ts';

describeService('the spending of a workspace', (service) => {
  it('is empty before the first purchase, and of this workspace only', async () => {
    const { client } = await service.workspace();
    const other = await service.workspace();
    await service.liveDomain(other.client);
    const report = await client.call('getSpending', {});
    expect(report).toMatchObject({ suffixes: [], domains: [], total: 0 });
    expect(report.months).toHaveLength(12);
    expect(report.months.every(({ credits }) => credits === 0)).toBe(true);
    const csv = await client.request('exportSpending', {});
    expect(csv.text).toBe('Date,Month,Domain,Suffix,Description,Credits\r\n');
  });

  it('403: a dns key, and a key that is limited to certain domains; a read key reads', async () => {
    const workspace = await service.workspace();
    const domain = await service.liveDomain(workspace.client);
    const forbidden = { status: 403, code: 'forbidden' } as const;
    const { client: read } = await service.key(workspace, { scope: 'read' });
    const { client: dns } = await service.key(workspace, { scope: 'dns' });
    const { client: limited } = await service.key(workspace, { domains: [domain] });
    for (const name of ['getSpending', 'exportSpending'] as const) {
      expect((await read.request(name, {})).status, name).toBe(200);
      expectRefusal(await dns.request(name, {}), forbidden);
      expectRefusal(await limited.request(name, {}), forbidden);
    }
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

    const { months, suffixes, domains, total } = await client.call('getSpending', {});
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

    const csv = await client.request('exportSpending', {});
    expect(csv.headers).toMatchObject({
      'content-type': 'text/csv; charset=utf-8',
      'content-disposition': expect.stringMatching(
        /^attachment; filename="spending-\d{4}-\d\d-\d\d\.csv"$/,
      ),
      'cache-control': 'no-store',
    });
    const lines = csv.text.trim().split('\r\n');
    expect(lines[0]).toBe('Date,Month,Domain,Suffix,Description,Credits');
    expect(lines).toHaveLength(4);
    expect(lines.at(-1)).toContain(`,${first},com,Registration of ${first} for 1 year,12`);

    // The first purchase leaves the twelve months, the others stay.
    await service.advanceCalendar(330 * dayMs);
    const later = await client.call('getSpending', {});
    expect(later.domains.find(({ name }) => name === first)).toMatchObject({ credits: 14 });
  });
});
