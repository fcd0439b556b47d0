/** Money where the registry quotes no fee for registered names: nothing is billed that was not agreed. */
import { dayMs } from '@hostmaster/contract/durations';
import { describeOnBothEngines } from '@hostmaster/test-rig/engines';
import { runCommand } from '@hostmaster/test-rig/process';
import { balanceOf, until } from '@hostmaster/test-rig/service';
import { expect, it } from 'vitest';
import { readJobs, runNow } from '../../packages/server/src/jobs/job-control.ts';
import { verifyLedger } from '../../packages/server/src/ledger/verify-ledger.ts';
import { type EppService, openEppService } from './epp-service.ts';

const feeRules = { quotesRegistered: false };

async function waiting(service: EppService, name: string) {
  let found: { id: string; attention: string | null } | undefined;
  await until('the job waits for a person', async () => {
    const jobs = await readJobs(service.database, { now: Date.now(), limit: 100 });
    found = jobs.find(({ domainName, attention }) => domainName === name && attention !== null);
    return found !== undefined;
  });
  return { id: found?.id ?? '', attention: found?.attention ?? '' };
}

describeOnBothEngines('a registry that quotes no fees for registered names', (engine) => {
  it('renews standard and premium names once, also when a reply is lost', async () => {
    const service = await openEppService(engine, { feeRules });
    const { faults } = service.registry.front;
    await service.register('plain.com');
    await service.register('sandbox-premium-a.com');
    await service.settled();
    faults.add({ kind: 'drop-after-commit', type: 'domain:renew' });
    await service.renew('plain.com', 2);
    await service.renew('sandbox-premium-a.com', 1);
    await service.settled();
    await service.expectExact();
  });

  it('never bills more than was agreed: a name that has become premium waits for a person', async () => {
    const service = await openEppService(engine, {
      feeRules,
      accountRules: { deposit: 1_000 },
    });
    const { accounts } = service.registry.front;
    const name = 'sandbox-feerise-b.com';
    await service.register(name);
    await service.settled();
    const deposit = accounts.depositOf('hostmaster');
    await service.renew(name, 1);
    const held = await balanceOf(service.client);
    const { id, attention } = await waiting(service, name);
    expect(attention).toMatch(/14\.00 USD, the most that was agreed: .*70\.00 USD/);
    expect(accounts.depositOf('hostmaster')).toBe(deposit);
    expect(await balanceOf(service.client)).toBe(held);
    await runNow(service.database, { id, decision: 'accept' });
    await service.settled();
    expect(accounts.depositOf('hostmaster')).toBe((deposit ?? 0) - 70);
    expect(await balanceOf(service.client)).toBe(held);
    // From now on the name is sold for what it costs.
    await service.renew(name, 1);
    await service.settled();
    expect(await balanceOf(service.client)).toBe(held - 70);
    expect(accounts.depositOf('hostmaster')).toBe((deposit ?? 0) - 140);
    await service.expectExact();
  });

  it('restores for the standard fee only; a person may cancel, and the credits return', async () => {
    const fee = { create: 12, renew: 14, restore: 30 };
    const service = await openEppService(engine, {
      feeRules,
      entry: { redemptionDays: 30, fees: { use: 'premium', standardFee: { '*': fee } } },
    });
    const name = 'sandbox-redemption-b.com';
    await service.register(name);
    await service.settled();
    const price = ['--tld', 'com', '--register', '12', '--renew', '14', '--restore', '80'];
    await runCommand(service.place, 'price', 'set', ...price);
    await service.advance(396 * dayMs);
    const { client } = service;
    await until('it is deleted', async () => {
      const offer = await client.request('getRestore', { domain: name });
      return offer.status === 200;
    });
    const before = await balanceOf(service.client);
    await client.call('restoreDomain', { domain: name });
    const { id, attention } = await waiting(service, name);
    expect(attention).toContain('30.00 USD');
    await runNow(service.database, { id, decision: 'cancel' });
    await service.settled();
    expect(await balanceOf(service.client)).toBe(before);
    expect(await verifyLedger(service.database)).toMatchObject({ ok: true });
  });
});
