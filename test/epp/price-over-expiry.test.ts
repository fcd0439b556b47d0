/** A renewal waits for a price while its domain expires, at a registry that renews automatically. */
import { dayMs } from '@hostmaster/contract/durations';
import { describeOnBothEngines } from '@hostmaster/test-rig/engines';
import { balanceOf, until } from '@hostmaster/test-rig/service';
import { expect, it } from 'vitest';
import { readJobs, runNow } from '../../packages/server/src/jobs/job-control.ts';
import { openEppService } from './epp-service.ts';

const yearCredits = 14;

describeOnBothEngines('a renewal that waits for a price over the expiry', (engine) => {
  it.each([
    ['accept', 2 * yearCredits],
    ['cancel', 0],
  ] as const)('ends when a person says "%s"', async (decision, paid) => {
    const service = await openEppService(engine, {
      policy: { autoRenewGraceMs: 45 * dayMs },
      entry: { expiry: { policy: 'renews', graceDays: 45 } },
    });
    const name = `sandbox-feerise-${decision}.com`;
    const job = async () => {
      const jobs = await readJobs(service.database, { now: Date.now(), limit: 100 });
      return jobs.find(({ domainName }) => domainName === name);
    };
    await service.register(name);
    await service.settled();
    await service.advance(355 * dayMs);
    const before = await balanceOf(service.client);
    await service.renew(name, 2);
    await until('the renewal waits', async () => typeof (await job())?.attention === 'string');
    await service.advance(15 * dayMs);
    await until('the registry has renewed', async () => {
      const found = await service.registry.front.registry.info(name);
      return (found?.expiresAt ?? 0) > Date.now() + 500 * dayMs;
    });
    await runNow(service.database, { id: (await job())?.id ?? '', decision });
    await until('the job is done', async () => (await job()) === undefined);
    expect(await balanceOf(service.client)).toBe(before - paid);
  });
});
