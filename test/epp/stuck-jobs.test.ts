/** Work that cannot come to its end by itself: what people see of it, and what they can decide. */
import { minuteMs } from '@hostmaster/contract/durations';
import { describeOnBothEngines } from '@hostmaster/test-rig/engines';
import { runCommand } from '@hostmaster/test-rig/process';
import { balanceOf, until } from '@hostmaster/test-rig/service';
import { expect, it } from 'vitest';
import { readJobs, readStuckJobs, runNow } from '../../packages/server/src/jobs/job-control.ts';
import { type EppService, openEppService } from './epp-service.ts';
import { openReconciler } from './open-reconciler.ts';

async function jobOf(service: EppService, name: string) {
  const jobs = await readJobs(service.database, { now: Date.now(), limit: 100 });
  return jobs.find(({ domainName }) => domainName === name);
}

/** Runs the job of a name again and again, instead of waiting for the worker's backoff. */
async function hurry(service: EppService, name: string, isEnough: () => Promise<boolean>) {
  await until(`the job of ${name} has run`, async () => {
    const job = await jobOf(service, name);
    if (job !== undefined && !job.isRunning && job.runAt > Date.now()) {
      await runNow(service.database, { id: job.id, decision: null });
    }
    return isEnough();
  });
}

async function statusOf(service: EppService, domain: string): Promise<string> {
  return (await service.client.call('getDomain', { domain })).domain.status;
}

/** Another program created the name with our account at the registry. */
async function createBeside(service: EppService, name: string): Promise<void> {
  await service.registry.front.registry.create({
    sponsor: 'hostmaster',
    transactionId: `beside-${name}`,
    name,
    years: 1,
    registrant: { registrantId: null, contactIds: {} },
    nameservers: [],
    privacyEnabled: false,
    transferLocked: true,
    authCode: 'unknown to us',
  });
}

describeOnBothEngines('a command that the registry fails each time', (engine) => {
  it('is refunded with the reason once the failure has repeated for a minute', async () => {
    const service = await openEppService(engine);
    const name = 'sandbox-fail-a.com';
    await service.register(name);
    await service.register('fine.com');
    const before = await balanceOf(service.client);
    await hurry(service, name, async () => ((await jobOf(service, name))?.attempts ?? 0) > 8);
    expect(await statusOf(service, name)).toBe('active');
    expect(await balanceOf(service.client)).toBe(before);
    await service.advance(minuteMs + 1);
    await hurry(service, name, async () => (await jobOf(service, name)) === undefined);
    expect(await statusOf(service, name)).toBe('failed');
    expect(await balanceOf(service.client)).toBe(before + 12);
    const { stdout } = await runCommand(
      service.place,
      ...['activity', '--workspace', service.workspaceId, '--json'],
    );
    expect(stdout).toMatch(/It failed \d+ times with the same answer: .*\(2400\)/);
    await service.settled();
    await service.expectExact();
  });
});

describeOnBothEngines('a registration whose object may be another one', (engine) => {
  it('keeps its credits held until a person accepts or cancels it', async () => {
    const service = await openEppService(engine, { roles: 'api' });
    const names = ['sandbox-nocode-a.com', 'sandbox-nocode-b.com'] as const;
    for (const name of names) {
      await service.register(name);
      await createBeside(service, name);
    }
    const held = await balanceOf(service.client);
    await service.startBeside('jobs');
    const read = () =>
      readStuckJobs(service.database, {
        now: Date.now(),
        limit: 9,
        workspaceId: service.workspaceId,
      });
    await until('both wait for a person', async () => (await read()).length === 2);
    expect(await balanceOf(service.client)).toBe(held);
    expect(await statusOf(service, names[0])).toBe('active');
    const { run } = openReconciler(engine, service);
    const { differences } = await run({ repair: false });
    const kinds = differences.map(({ name, kind }) => `${name} ${kind}`);
    expect(kinds.sort()).toEqual(names.map((name) => `${name} job`));

    const list = await runCommand(service.place, 'jobs', 'list', '--attention', '--json');
    const { jobs } = JSON.parse(list.stdout) as { jobs: { id: string; domain: string }[] };
    const idOf = (name: string) => jobs.find(({ domain }) => domain === name)?.id ?? '';
    const shown = await runCommand(service.place, 'jobs', 'show', idOf(names[0]));
    expect(shown.stdout).toContain('nothing it shows proves');
    await runCommand(service.place, 'jobs', 'retry', idOf(names[0]), '--accept');
    await runCommand(service.place, 'jobs', 'cancel', idOf(names[1]));
    await service.settled();
    expect(await statusOf(service, names[0])).toBe('active');
    expect(await statusOf(service, names[1])).toBe('failed');
    expect(await balanceOf(service.client)).toBe(held + 12);
    const unknown = await runCommand(service.place, 'jobs', 'cancel', 'job_0');
    expect(unknown).toMatchObject({
      code: 2,
      stderr: expect.stringContaining('no unfinished job'),
    });
  });
});

describeOnBothEngines('prices at the registry', (engine) => {
  it('a fee without a class makes a name premium, and a renewal that costs more waits', async () => {
    const service = await openEppService(engine);
    const { client } = service;
    const premium = 'sandbox-fee-a.com';
    const { results } = await client.call('checkDomains', { domain: premium });
    expect(results).toEqual([{ domain: premium, available: true, isPremium: true }]);
    const full = await balanceOf(client);
    await service.register(premium);
    expect(await balanceOf(client)).toBe(full - 120);

    const rising = 'sandbox-feerise-a.com';
    await service.register(rising);
    await service.renew(rising, 1);
    const held = await balanceOf(client);
    await until(
      'the renewal waits for a person',
      async () => typeof (await jobOf(service, rising))?.attention === 'string',
    );
    const job = await jobOf(service, rising);
    expect(job?.attention).toBe('The registry now asks 70 USD; 14.00 USD was agreed');
    expect((job?.runAt ?? 0) - Date.now()).toBeGreaterThan(23 * 60 * minuteMs);
    expect(await balanceOf(client)).toBe(held);
    expect(await statusOf(service, rising)).toBe('active');
    const { differences } = await openReconciler(engine, service).run({ repair: false });
    const behind = differences.find(({ kind }) => kind === 'registry-behind');
    expect(behind?.explanation).toContain('waits for a decision adds the missing time');
    await runNow(service.database, { id: job?.id ?? '', decision: 'accept' });
    await service.settled();
    await service.expectExact();
  });
});
