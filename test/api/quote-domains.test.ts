/** POST /v1/domains/quote and GET /v1/prices: what a name costs, before it is bought. */
import { dayMs, minuteMs } from '@hostmaster/contract/durations';
import { expectRefusal } from '@hostmaster/test-rig/api-client';
import { balanceOf, contact, describeService } from '@hostmaster/test-rig/service';
import { expect, it } from 'vitest';
import { persistChange } from '../../packages/server/src/changes/persist.ts';
import { update } from '../../packages/server/src/storage/row-write.ts';
import { prices } from '../../packages/server/src/storage/tables/prices/prices.ts';

describeService('POST /v1/domains/quote', (service) => {
  it('200: what is quoted is what a registration costs', async () => {
    const { client } = await service.workspace({ credits: '100' });
    const domain = service.freshName();
    const quoted = await client.call('quoteDomains', { domains: [domain.toUpperCase()], years: 3 });
    const { quote } = quoted.results[0] ?? {};
    expect(quoted).toEqual({
      balance: 100,
      total: 36,
      results: [
        {
          domain,
          quote: {
            credits: 36,
            isPremium: false,
            firstYear: 12,
            laterYears: 14,
            expiresAt: expect.any(String),
            affordable: true,
            validUntil: expect.any(String),
          },
          problem: null,
        },
      ],
    });
    const wanted = { domain, years: 3, contact };
    expectRefusal(await client.request('registerDomain', { ...wanted, maxCredits: 35 }), {
      status: 409,
      code: 'price_changed',
      required: 36,
    });
    const { domain: bought } = await client.call('registerDomain', {
      ...wanted,
      maxCredits: quote?.credits ?? 0,
    });
    expect(bought.creditsCharged).toBe(36);
    expect(
      Math.abs(Date.parse(bought.expiresAt) - Date.parse(quote?.expiresAt ?? '')),
    ).toBeLessThan(minuteMs);
    expect(await balanceOf(client)).toBe(64);
  });

  it('200: premium names, and what the balance allows', async () => {
    const { client } = await service.workspace({ credits: '30' });
    const domains = [service.freshName('sandbox-premium'), service.freshName()];
    const { balance, total, results } = await client.call('quoteDomains', { domains });
    const [premium, standard] = results.map(({ quote }) => quote);
    expect(premium).toMatchObject({ isPremium: true, affordable: false });
    expect(standard).toMatchObject({ isPremium: false, affordable: true, credits: 12 });
    expect(premium?.credits).toBeGreaterThan(30);
    expect({ balance, total }).toEqual({ balance: 30, total: 12 + (premium?.credits ?? 0) });
  });

  it('200: why a name cannot be bought, each with the code of the purchase', async () => {
    const { client } = await service.workspace();
    const mine = await service.liveDomain(client);
    const domains = [
      'sandbox-taken-quoted.com',
      mine,
      'some.nosuchtld',
      'no name',
      'deep.er.com',
      service.freshName(),
    ];
    const { results } = await client.call('quoteDomains', { domains });
    expect(results.map(({ problem }) => problem?.code ?? null)).toEqual([
      'domain_taken',
      'domain_taken',
      'unsupported_tld',
      'invalid_request',
      'invalid_request',
      null,
    ]);
    for (const { quote, problem } of results) expect(quote === null).toBe(problem !== null);
  });

  it('200: renewals of own domains only; those of others do not exist', async () => {
    const { client } = await service.workspace({ credits: '100' });
    const other = await service.workspace();
    const [mine, theirs] = [
      await service.liveDomain(client),
      await service.liveDomain(other.client),
    ];
    const nowhere = service.freshName();
    const { results } = await client.call('quoteDomains', {
      kind: 'renew',
      years: 2,
      domains: [mine, theirs, nowhere],
    });
    const [own, foreign, absent] = results;
    expect(own?.quote).toMatchObject({ credits: 28, firstYear: 14, laterYears: 14 });
    expect(foreign?.problem).toEqual(absent?.problem);
    expect(foreign?.problem?.code).toBe('domain_not_found');
    const { domain } = await client.call('renewDomain', { domain: mine, years: 2, maxCredits: 28 });
    expect(domain).toMatchObject({ creditsCharged: 28, expiresAt: own?.quote?.expiresAt });
  });

  it('200: transfers, and a name that is free is to be registered instead', async () => {
    const { client } = await service.workspace({ credits: '100' });
    const domains = ['sandbox-taken-elsewhere.com', service.freshName()];
    const { results } = await client.call('quoteDomains', { kind: 'transfer', domains });
    expect(results[0]?.quote).toMatchObject({
      credits: 14,
      firstYear: 14,
      laterYears: 14,
      expiresAt: null,
    });
    expect(results[1]?.problem?.code).toBe('not_transferable');
  });

  it('200: restores of deleted domains', async () => {
    const { client } = await service.workspace({ credits: '1000' });
    const restore = { restoreCredits: 80 };
    await persistChange(service.database, {
      rows: [update(prices, { workspaceId: '', tld: 'com' }, restore)],
    });
    const domain = await service.liveDomain(client, service.freshName('sandbox-redemption'));
    const quote = async () =>
      (await client.call('quoteDomains', { kind: 'restore', domains: [domain] })).results[0];
    expect((await quote())?.problem?.code).toBe('not_restorable');
    await service.advanceCalendar(396 * dayMs);
    await expect.poll(quote).toMatchObject({
      quote: { credits: 94, firstYear: 94, laterYears: 14, affordable: true },
    });
    const { domain: restored } = await client.call('restoreDomain', { domain, maxCredits: 94 });
    expect(restored.creditsCharged).toBe(94);
  });

  it('200: changes nothing', async () => {
    const { client } = await service.workspace({ credits: '50' });
    const domain = service.freshName();
    await client.call('quoteDomains', { domains: [domain] });
    expect(await balanceOf(client)).toBe(50);
    expect((await client.call('listDomains', {})).domains).toEqual([]);
    expect((await client.call('checkDomains', { domain })).results[0]?.available).toBe(true);
  });

  it.each([
    ['no name', { domains: [] }, 'domains'],
    ['more than twenty', { domains: Array.from({ length: 21 }, (_, i) => `n${i}.com`) }, 'domains'],
    ['eleven years', { domains: ['a.com'], years: 11 }, 'years'],
    ['an unknown kind', { domains: ['a.com'], kind: 'lease' }, 'kind'],
    ['a transfer for two years', { domains: ['a.com'], kind: 'transfer', years: 2 }, 'years'],
    ['a restore for two years', { domains: ['a.com'], kind: 'restore', years: 2 }, 'years'],
  ])('400: %s', async (_title, body, path) => {
    const { client } = await service.workspace();
    const answer = await client.request('quoteDomains', body as never);
    expectRefusal(answer, { status: 400, code: 'invalid_request', fields: [path] });
  });
});

describeService('GET /v1/prices', (service) => {
  it('200: every suffix that is sold, with the own prices of the workspace', async () => {
    const workspace = await service.workspace();
    const { client } = workspace;
    const { prices: general } = await client.call('listPrices', {});
    expect(general.find(({ suffix }) => suffix === 'com')).toMatchObject({
      register: 12,
      renew: 14,
      transfer: 14,
    });
    expect(general.map(({ suffix }) => suffix)).toEqual(
      general.map(({ suffix }) => suffix).toSorted(),
    );
    await service.setPrice(workspace, { tld: 'com', register: 9, renew: 8 });
    const { prices: own } = await client.call('listPrices', {});
    expect(own.find(({ suffix }) => suffix === 'com')).toMatchObject({ register: 9, renew: 8 });
    expect(own).toHaveLength(general.length);
  });

  it('200: in pages, the same as a whole', async () => {
    const { client } = await service.workspace();
    const whole = await client.call('listPrices', {});
    expect(whole.cursor).toBeNull();
    const paged: typeof whole.prices = [];
    for (let cursor: string | null = ''; cursor !== null; ) {
      const page: typeof whole = await client.call('listPrices', {
        limit: 2,
        ...(cursor === '' ? {} : { cursor }),
      });
      expect(page.prices.length).toBeLessThanOrEqual(2);
      paged.push(...page.prices);
      cursor = page.cursor;
    }
    expect(whole.prices.length).toBeGreaterThan(2);
    expect(paged).toEqual(whole.prices);
  });
});
