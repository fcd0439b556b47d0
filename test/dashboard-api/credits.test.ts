import { dayMs } from '@hostmaster/contract/durations';
import { expectRefusal } from '@hostmaster/test-rig/api-client';
import { runCommand } from '@hostmaster/test-rig/process';
import { contact, describeService, type TestService } from '@hostmaster/test-rig/service';
import { expect, it } from 'vitest';
import { type Member, member } from './people.ts';

describeService('getCredits', (service) => {
  it('200: balance, what is held and how to top up', async () => {
    const { page, inside, workspace } = await member(service, { credits: '100' });
    const { held, ...before } = await page.call('getCredits', inside);
    expect([before.balance, held]).toEqual([100, 0]);
    expect(before.topUp).toEqual({
      provider: 'sandbox',
      minimumCredits: 5,
      maximumCredits: 10_000,
      suggestions: [25, 50, 100, 250],
    });
    await service.setPrice(workspace, { tld: 'com', register: 12, renew: 14 });
    const name = service.freshName('sandbox-slow');
    await page.api('registerDomain', { ...inside, domain: name, contact });
    const after = await page.call('getCredits', inside);
    expect([after.balance, after.held]).toEqual([88, 12]);
  });

  it('200: the renewals of the next 30 and 365 days, at the price of the workspace', async () => {
    const { page, inside, workspace } = await member(service, { credits: '60' });
    await service.setPrice(workspace, { tld: 'com', register: 10, renew: 20 });
    await service.setPrice(workspace, { tld: 'net', register: 10, renew: 30 });
    const soon = await register(service, { page, inside }, { suffix: 'com', autoRenew: true });
    await register(service, { page, inside }, { suffix: 'com', autoRenew: false });
    const later = await register(
      service,
      { page, inside },
      { suffix: 'net', autoRenew: true, years: 2 },
    );
    const { forecast, yearForecast } = await page.call('getCredits', inside);
    expect(forecast).toEqual({
      untilDays: 30,
      requiredCredits: 0,
      missingCredits: 0,
      renewalCount: 0,
      renewals: [],
      days: [],
    });
    // A year and two years from now: only the first falls due within 365 days, two weeks early.
    expect(yearForecast).toEqual({
      untilDays: 365,
      requiredCredits: 20,
      missingCredits: 0,
      renewalCount: 1,
      renewals: [{ domain: soon.name, renewsAt: twoWeeksBefore(soon.expiresAt), credits: 20 }],
      days: [{ at: twoWeeksBefore(soon.expiresAt), credits: 20 }],
    });
    expect(later.expiresAt > soon.expiresAt).toBe(true);
    await page.call('createTopUp', { ...inside, credits: 5 });
    await service.addCredits(workspace, '1');
    const { balance } = await page.call('getCredits', inside);
    expect(balance).toBe(60 - 10 - 10 - 20 + 1);
  });

  it('200: shows the missing credits', async () => {
    const { page, inside, workspace } = await member(service, { credits: '30' });
    await service.setPrice(workspace, { tld: 'com', register: 10, renew: 25 });
    await register(service, { page, inside }, { suffix: 'com', autoRenew: true });
    await register(service, { page, inside }, { suffix: 'com', autoRenew: true });
    const { yearForecast } = await page.call('getCredits', inside);
    expect(yearForecast).toMatchObject({
      requiredCredits: 50,
      missingCredits: 40,
      renewalCount: 2,
    });
    expect(yearForecast.days.reduce((sum, { credits }) => sum + credits, 0)).toBe(50);
  });

  it('404: the credits of another workspace', async () => {
    const { inside } = await member(service);
    const { page } = await member(service);
    for (const name of ['getCredits', 'listStatement', 'exportStatement'] as const) {
      const foreign = await page.request(name, inside);
      const missing = await page.request(name, { workspaceId: 'ws_none' });
      expectRefusal(foreign, { status: 404, code: 'workspace_not_found' });
      expect(foreign.text).toBe(missing.text);
    }
  });
});

describeService('the statement', (service) => {
  it('200: lists every movement with the balance after it', async () => {
    const { page, inside, workspace } = await member(service, { credits: '100' });
    await service.setPrice(workspace, { tld: 'com', register: 10, renew: 20 });
    const { topUp } = await page.call('createTopUp', { ...inside, credits: 25.5 });
    await page.call('payTopUp', { ...inside, topUpId: topUp.id, outcome: 'succeed' });
    const { name } = await register(service, { page, inside }, { suffix: 'com', years: 2 });
    await page.api('renewDomain', { ...inside, domain: name, years: 1 });
    const refused = service.freshName('sandbox-reject');
    await page.api('registerDomain', { ...inside, domain: refused, contact });
    for (const domain of [name, refused]) await service.untilNoJobs(domain);
    const { place } = service;
    await runCommand(
      place,
      ...['credits', 'remove', '--workspace', workspace.id, '--amount', '0.5', '--reason', '=1+1'],
    );
    const { entries, next } = await page.call('listStatement', inside);
    expect(next).toBeNull();
    expect(entries.map(({ id: _, at: __, ...entry }) => entry)).toEqual([
      line('adjustment', 'Removed by the operator: =1+1', -0.5, 85),
      line('refund', `Refund: the registry declined the registration of ${refused}`, 10, 85.5, {
        domain: refused,
      }),
      line('registration', `Registration of ${refused}, 1 year`, -10, 75.5, {
        domain: refused,
        state: 'returned',
      }),
      line('renewal', `Renewal of ${name}, 1 year`, -20, 85.5, { domain: name }),
      line('registration', `Registration of ${name}, 2 years`, -20, 105.5, { domain: name }),
      line('top_up', 'Top-up by test payment', 25.5, 125.5),
      line('adjustment', 'Added by the operator: Opening credits', 100, 100),
    ]);
    const csv = await page.request('exportStatement', inside);
    expect(csv.headers['content-type']).toBe('text/csv; charset=utf-8');
    expect(csv.headers['content-disposition']).toMatch(
      /^attachment; filename="statement-\d{4}-\d\d-\d\d\.csv"$/,
    );
    const lines = csv.text.split('\r\n');
    expect(lines).toHaveLength(entries.length + 2);
    expect(lines[0]).toBe('Date,Kind,Description,Domain,Credits,Balance,State,Id');
    expect(lines[1]).toMatch(/,adjustment,Removed by the operator: =1\+1,,-0\.50,85\.00,settled,/);
    expect(lines[4]).toContain(`,"Renewal of ${name}, 1 year",${name},-20.00,85.50,settled,`);
  });

  it('200: shows what waits for the registry as pending', async () => {
    const { page, inside } = await member(service);
    const domain = service.freshName('sandbox-slow');
    await page.api('registerDomain', { ...inside, domain, contact });
    const { entries } = await page.call('listStatement', inside);
    expect(entries[0]).toMatchObject({ domain, state: 'pending' });
  });

  it('200: in pages, by kind and by time, with balances that agree', async () => {
    const { page, inside, workspace } = await member(service, { credits: '1' });
    for (let i = 0; i < 120; i += 1) await service.addCredits(workspace, '1');
    const { topUp } = await page.call('createTopUp', { ...inside, credits: 5 });
    await page.call('payTopUp', { ...inside, topUpId: topUp.id, outcome: 'succeed' });
    const balances: number[] = [];
    let before: string | undefined;
    for (let pages = 1; ; pages += 1) {
      const read = await page.call('listStatement', {
        ...inside,
        ...(before === undefined ? {} : { before }),
      });
      balances.push(...read.entries.map((entry) => entry.balance));
      if (read.next === null) {
        expect(pages).toBe(3);
        break;
      }
      before = read.next;
    }
    expect(balances).toEqual([126, ...Array.from({ length: 121 }, (_, i) => 121 - i)]);
    const paid = await page.call('listStatement', { ...inside, kind: 'top_up' });
    expect(paid.entries.map(({ credits, balance }) => [credits, balance])).toEqual([[5, 126]]);
    const tomorrow = new Date(Date.now() + dayMs).toISOString();
    expect((await page.call('listStatement', { ...inside, from: tomorrow })).entries).toEqual([]);
    const all = await page.call('listStatement', { ...inside, to: tomorrow, kind: 'adjustment' });
    expect(all.entries[0]?.balance).toBe(121);
    const csv = await page.request('exportStatement', { ...inside, kind: 'top_up' });
    expect(csv.text.split('\r\n')).toHaveLength(3);
  });

  it.each([
    ['kind', 'presents'],
    ['from', 'yesterday'],
    ['to', '2027-02-31'],
    ['before', '\0'],
    ['before', 'x'],
  ])('400: %s=%j is named and changes nothing', async (field, value) => {
    const { page, inside } = await member(service);
    const answer = await page.request('listStatement', { ...inside, [field]: value });
    expectRefusal(answer, { status: 400, code: 'invalid_request', fields: [field] });
  });
});

function line(
  kind: string,
  description: string,
  credits: number,
  balance: number,
  rest: { readonly domain?: string; readonly state?: string } = {},
) {
  return { kind, description, credits, balance, domain: null, state: 'settled', ...rest };
}

async function register(
  service: TestService,
  { page, inside }: Pick<Member, 'page' | 'inside'>,
  options: { readonly suffix: string; readonly autoRenew?: boolean; readonly years?: number },
): Promise<{ name: string; expiresAt: string }> {
  const domain = service.freshName('name', options.suffix);
  const answer = await page.api('registerDomain', {
    ...inside,
    domain,
    contact,
    autoRenew: options.autoRenew ?? false,
    years: options.years ?? 1,
  });
  await service.untilNoJobs(domain);
  return answer.domain;
}

function twoWeeksBefore(expiresAt: string): string {
  return new Date(Date.parse(expiresAt) - 14 * dayMs).toISOString();
}
