/** Many at once: each name is sold once, each credit is spent once, and terms, registry and ledger agree. */

import { query } from '@hostmaster/test-rig/any-query';
import { expectRefusal } from '@hostmaster/test-rig/api-client';
import {
  balanceOf,
  contact,
  describeService,
  type TestService,
} from '@hostmaster/test-rig/service';
import { expect, it } from 'vitest';

const termsOf = query<{ name: string }>()(({ db, p }) =>
  db
    .selectFrom('terms')
    .innerJoin('domains', 'domains.id', 'terms.domain_id')
    .innerJoin('transfers', 'transfers.id', 'terms.hold_id')
    .select(['terms.kind', 'terms.years', 'terms.state', 'transfers.amount_cents'])
    .where('domains.name', '=', p.name)
    .orderBy('terms.position'),
);

const times = <T>(count: number, make: (index: number) => Promise<T>) =>
  Promise.all(Array.from({ length: count }, (_, index) => make(index)));

describeService('money and races', (service) => {
  it('50 registrations of one name at once: one 200, 49 times 409, one debit', async () => {
    const { client } = await service.workspace({ credits: '1000' });
    const domain = service.freshName();
    const answers = await times(50, () => client.request('registerDomain', { domain, contact }));
    const refused = answers.filter(({ status }) => status !== 200);
    expect(refused).toHaveLength(49);
    for (const answer of refused) expectRefusal(answer, { status: 409, code: 'domain_taken' });
    expect(await balanceOf(client)).toBe(988);
    await service.untilNoJobs(domain);
    expect(await yearsAndCredits(service, domain)).toEqual({
      registryYears: 1,
      termYears: 1,
      credits: 12,
    });
    expect((await client.call('listDomains', {})).domains).toHaveLength(1);
  });

  it('50 workspaces register one name: one has it, the others keep their credits', async () => {
    const workspaces = await times(50, () => service.workspace({ credits: '100' }));
    const domain = service.freshName();
    const answers = await times(50, async (index) =>
      workspaces[index]?.client.request('registerDomain', { domain, contact }),
    );
    const counts = Map.groupBy(answers, (answer) => answer?.status);
    expect([counts.get(200)?.length, counts.get(409)?.length]).toEqual([1, 49]);
    const balances = await times(50, async (index) => {
      const client = workspaces[index]?.client;
      return client === undefined ? 0 : balanceOf(client);
    });
    expect(balances.sort((a, b) => a - b)).toEqual([88, ...Array(49).fill(100)]);
  });

  it('a balance for one, 20 registrations of different names: one 200, 19 times 402', async () => {
    const { client } = await service.workspace({ credits: '23.99' });
    const names = Array.from({ length: 20 }, () => service.freshName());
    const answers = await Promise.all(
      names.map((domain) => client.request('registerDomain', { domain, contact })),
    );
    const refused = answers.filter(({ status }) => status !== 200);
    expect(refused).toHaveLength(19);
    for (const answer of refused) {
      expectRefusal(answer, {
        status: 402,
        code: 'insufficient_credits',
        required: 12,
        balance: 11.99,
      });
    }
    expect(await balanceOf(client)).toBe(11.99);
    const { domains } = await client.call('listDomains', {});
    expect(domains).toHaveLength(1);
    // The other names are still available.
    const { results } = await client.call('checkDomains', { domains: names });
    expect(results.filter(({ available }) => available)).toHaveLength(19);
  });

  it('five renewals at once: five 200, and registry, terms and debits agree', async () => {
    const { client } = await service.workspace({ credits: '1000' });
    const domain = await service.liveDomain(client);
    const { domain: before } = await client.call('getDomain', { domain });
    const answers = await times(5, () => client.call('renewDomain', { domain }));
    // Each promised a year more than the one before it.
    const expiries = answers.map(({ domain: renewed }) => renewed.expiresAt).sort();
    const base = new Date(before.expiresAt).getUTCFullYear();
    expect(expiries.map((at) => new Date(at).getUTCFullYear() - base)).toEqual([1, 2, 3, 4, 5]);
    expect(await balanceOf(client)).toBe(1000 - 12 - 5 * 14);
    await service.untilNoJobs(domain);
    expect(await yearsAndCredits(service, domain)).toEqual({
      registryYears: 6,
      termYears: 6,
      credits: 12 + 5 * 14,
    });
    const { domain: after } = await client.call('getDomain', { domain });
    expect(after.expiresAt).toBe(expiries.at(-1));
  });

  it('five renewals at once, the third refused: four years remain and its credits are back', async () => {
    const { client } = await service.workspace({ credits: '1000' });
    const domain = await service.liveDomain(client);
    const { domain: before } = await client.call('getDomain', { domain });
    service.registry.refuse('renew', domain, { nth: 3 });
    await times(5, () => client.call('renewDomain', { domain }));
    await service.untilNoJobs(domain);
    expect(await yearsAndCredits(service, domain)).toEqual({
      registryYears: 5,
      termYears: 5,
      credits: 12 + 4 * 14,
    });
    expect(await balanceOf(client)).toBe(1000 - 12 - 4 * 14);
    const { domain: after } = await client.call('getDomain', { domain });
    const years = (iso: string) => new Date(iso).getUTCFullYear();
    expect(years(after.expiresAt) - years(before.expiresAt)).toBe(4);
    // The fifth came after the refusal and succeeded.
    expect(after.status).toBe('active');
  });

  it('renewals at once with credits for two: two 200, the rest 402', async () => {
    const { client } = await service.workspace({ credits: '41' });
    const domain = await service.liveDomain(client);
    const answers = await times(10, () => client.request('renewDomain', { domain }));
    const refused = answers.filter(({ status }) => status !== 200);
    expect(refused).toHaveLength(8);
    for (const answer of refused) {
      expectRefusal(answer, {
        status: 402,
        code: 'insufficient_credits',
        required: 14,
        balance: 1,
      });
    }
    expect(await balanceOf(client)).toBe(1);
    await service.untilNoJobs(domain);
    expect(await yearsAndCredits(service, domain)).toEqual({
      registryYears: 3,
      termYears: 3,
      credits: 40,
    });
  });

  it('registrations, renewals, top-ups and refunds at once: the balance is never negative and adds up', async () => {
    const workspace = await service.workspace({ credits: '60' });
    const { client } = workspace;
    const kept = Array.from({ length: 4 }, () => service.freshName());
    const rejected = Array.from({ length: 4 }, () => service.freshName('sandbox-reject'));
    const seen: number[] = [];
    const watch = async () => {
      for (let count = 0; count < 25; count += 1) seen.push(await balanceOf(client));
    };
    const answers = await Promise.all([
      watch(),
      ...[...kept, ...rejected].map((domain) =>
        client.request('registerDomain', { domain, contact }),
      ),
      ...Array.from({ length: 10 }, () => service.addCredits(workspace, '0.1')),
    ]);
    await service.settled();
    expect(Math.min(...seen)).toBeGreaterThanOrEqual(0);
    const bought = answers.filter(
      (answer) =>
        typeof answer === 'object' &&
        answer.status === 200 &&
        !answer.text.includes('sandbox-reject'),
    ).length;
    expect(await balanceOf(client)).toBe(61 - 12 * bought);
  });
});

/** The same years and credits, counted in three places; voided terms count nowhere. */
async function yearsAndCredits(service: TestService, domain: string) {
  const found = await service.registrar.info(domain);
  const terms = (await service.database.all(termsOf, { name: domain })).filter(
    ({ state }) => state !== 'voided',
  );
  expect(terms.every(({ state }) => state === 'posted')).toBe(true);
  const year = (at: number | null | undefined) => new Date(at ?? 0).getUTCFullYear();
  return {
    registryYears: year(found?.expiresAt) - year(found?.createdAt),
    termYears: terms.reduce((sum, { years }) => sum + years, 0),
    credits: terms.reduce((sum, term) => sum + term.amount_cents, 0) / 100,
  };
}
