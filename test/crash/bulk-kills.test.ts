/**
 * A bulk renewal of 200 domains, some of which lose the replies of the registry. The service is killed
 * again and again in the middle of it: while it plans, around the commit of a domain, around the
 * command to the registry and at the end. Every domain is renewed and paid for once.
 */
import { query } from '@hostmaster/test-rig/any-query';
import { ApiClient } from '@hostmaster/test-rig/api-client';
import { until } from '@hostmaster/test-rig/crash-until';
import { describeOnBothEngines } from '@hostmaster/test-rig/engines';
import { expect, it } from 'vitest';
import { openStores } from '../../packages/server/src/composition/open-stores.ts';
import { apiKey, openCrashSite } from './crash-site.ts';
import { configOf, expectLedgerVerified, expectSettledAndSound, settled } from './examine.ts';
import { type Fault, faultVariable, readMarks } from './fault.ts';

const withinMs = 120_000;

/** Every tenth name loses replies. */
const names = Array.from({ length: 200 }, (_, index) =>
  index % 10 === 0 ? `sandbox-lost-bulk-${index}.com` : `bulk-${index}.com`,
);

const planKills: readonly Pick<Fault, 'point' | 'subject'>[] = [
  { point: 'before-commit', subject: 'bulk-plan' },
  { point: 'after-commit', subject: 'bulk-plan' },
];

const runKills: readonly Pick<Fault, 'point' | 'subject'>[] = [
  { point: 'before-commit', subject: 'renew' },
  { point: 'after-commit', subject: 'renew' },
  { point: 'before-send', subject: 'renew' },
  { point: 'after-registry', subject: 'renew' },
  { point: 'before-commit', subject: 'bulk-end' },
  { point: 'after-commit', subject: 'bulk-end' },
];

const countTerms = query<object>()(({ db }) =>
  db
    .selectFrom('terms')
    .innerJoin('domains', 'domains.id', 'terms.domain_id')
    .select((eb) => ['domains.name', eb.fn.countAll<number>().as('count')])
    .where('terms.kind', '=', 'renewal')
    .where('terms.state', '=', 'posted')
    .groupBy('domains.name'),
);

const countFacts = query<{ action: string }>()(({ db, p }) =>
  db
    .selectFrom('activity')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('action', '=', p.action),
);

describeOnBothEngines('SIGKILL in the middle of a bulk renewal', (engine) => {
  it('loses and doubles nothing', { timeout: 300_000 }, async () => {
    const site = await openCrashSite(engine);
    let server = await site.start();
    const api = () => new ApiClient({ url: server.url, apiKey });
    await site.customer.registerAll(names);
    await settled(site.place);
    const balanceBefore = (await api().call('getAccount', {})).credits.balance;

    const killAtEach = async (kills: typeof planKills, begin: () => Promise<unknown>) => {
      for (const [index, kill] of kills.entries()) {
        const before = readMarks(site.place).length;
        const fault: Fault = { ...kill, signal: 'SIGKILL' };
        if (index === 0) {
          expect(await server.send(fault)).toBe('armed');
          // The kill may be faster than the answer.
          await begin().catch(() => undefined);
          expect(await server.exited).toEqual({ code: null, signal: 'SIGKILL' });
        } else {
          await killedAt(fault);
        }
        expect(readMarks(site.place)).toHaveLength(before + 1);
      }
      server = await site.start();
    };
    /** Jobs begin with the process: the fault is armed before, and may happen before it is ready. */
    const killedAt = async (fault: Fault) => {
      const environment = { [faultVariable]: JSON.stringify(fault) };
      const end = site.start({ environment }).then(
        async (started) => (await started.exited).signal,
        (error: unknown) => String(error),
      );
      expect(await end).toContain('SIGKILL');
    };

    await killAtEach(planKills, () => api().call('createBulk', { kind: 'renew', domains: names }));
    const [created] = (await api().call('listBulks', {})).bulks;
    const bulkId = created?.id ?? '';
    const stateIs = (state: string) =>
      until(async () => (await api().call('getBulk', { bulkId })).bulk.state === state, {
        what: () => `the bulk operation is ${state}`,
        withinMs,
      });
    await stateIs('planned');
    const { bulk } = await api().call('getBulk', { bulkId });
    expect(bulk.counts).toMatchObject({ ready: 200, failed: 0 });
    const maxCredits = bulk.credits.planned;
    await killAtEach(runKills, () => api().call('startBulk', { bulkId, maxCredits }));
    await stateIs('finished');
    await settled(site.place);

    const ended = await api().call('getBulk', { bulkId, limit: 1000 });
    expect(ended.bulk).toMatchObject({
      counts: { ready: 0, done: 200, failed: 0, cancelled: 0 },
      credits: { charged: maxCredits },
    });
    const balance = (await api().call('getAccount', {})).credits.balance;
    expect(balance).toBe(balanceBefore - maxCredits);
    const stores = await openStores(configOf(site.place));
    try {
      const terms = await stores.database.all(countTerms, {});
      expect(terms).toHaveLength(200);
      expect(terms.filter(({ count }) => Number(count) !== 1)).toEqual([]);
      for (const [action, count] of [
        ['domain.renew', 200],
        ['domain.renewed', 200],
        ['bulk.finish', 1],
      ] as const) {
        const [found] = await stores.database.all(countFacts, { action });
        expect(Number(found?.count), action).toBe(count);
      }
    } finally {
      await stores.close();
    }
    await expectLedgerVerified(site.place);
    await expectSettledAndSound(site.place, site.customer.receipts);
  });
});
