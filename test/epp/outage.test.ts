/** A registry that is unreachable or refuses the login: nothing is lost, nothing is sent twice. */

import { expectRefusal } from '@hostmaster/test-rig/api-client';
import { describeOnBothEngines } from '@hostmaster/test-rig/engines';
import { balanceOf, contact, until } from '@hostmaster/test-rig/service';
import { expect, it } from 'vitest';
import { type EppService, openEppService } from './epp-service.ts';

const names = Array.from({ length: 10 }, (_, index) => `patient-${index}.com`);
const backoffs = 3;
/** So that a try is over quickly. */
const impatient = { queueTimeoutSeconds: 1 };

/** Registered while the registry could be asked, to be fulfilled when it is no longer there. */
async function acceptAll(service: EppService): Promise<void> {
  await Promise.all(names.map((name) => accept(service, name)));
  await Promise.all(names.map((name) => service.renew(name, 1)));
}

/** A busy machine may need longer than `impatient` for the first question. */
async function accept({ client }: EppService, domain: string): Promise<void> {
  await until(`${domain} is accepted`, async () => {
    const { status, text } = await client.request('registerDomain', { domain, contact });
    if (status !== 200 && status !== 503) throw new Error(text);
    return status === 200;
  });
}

async function untilAttempted(service: EppService, times: number): Promise<void> {
  await until(
    `every registration was tried ${times} times`,
    async () => {
      const waiting = (await service.jobs()).filter(({ kind }) => kind === 'provision-domain');
      return waiting.length === names.length && waiting.every(({ attempts }) => attempts > times);
    },
    60_000,
  );
}

describeOnBothEngines('a registry that is unreachable for longer than three backoffs', (engine) => {
  it('gets everything when it is back', async () => {
    const service = await openEppService(engine, { roles: 'api', entry: impatient });
    await acceptAll(service);
    service.registry.line.cut();
    await service.startBeside('jobs');
    await untilAttempted(service, backoffs);

    const asked = await service.client.request('registerDomain', {
      domain: 'no-answer.com',
      contact,
    });
    expectRefusal(asked, { status: 503, code: 'registry_unavailable' });
    expect(await service.objects()).toEqual([]);

    service.registry.line.restore();
    await service.settled();
    expect((await service.objects()).length).toBe(names.length);
    await service.expectExact();
  });
});

describeOnBothEngines('a registry that refuses our password', (engine) => {
  it('gets everything when the credentials file is right, and no sign-in in between', async () => {
    const accountRules = { lockAfter: 5 };
    const service = await openEppService(engine, { roles: 'api', entry: impatient, accountRules });
    await acceptAll(service);
    const { accounts } = service.registry.front;
    accounts.setPassword('hostmaster', 'changed at the registry');
    service.registry.line.cut();
    service.registry.line.restore();
    await service.startBeside('jobs');
    await untilAttempted(service, 2);
    expect(await service.objects()).toEqual([]);
    const job = (await service.jobs()).find(({ kind }) => kind === 'provision-domain');
    expect(job?.last_error).toMatch(/the login/);
    // Two tries of each of the two services.
    expect(accounts.wrongSignIns('hostmaster')).toBeLessThanOrEqual(4);

    await service.registry.writePassword('changed at the registry');
    await service.settled();
    expect(accounts.wrongSignIns('hostmaster')).toBe(0);
    expect((await service.objects()).length).toBe(names.length);
    await service.expectExact();
  });
});

describeOnBothEngines('a registry that was left out of the configuration', (engine) => {
  it('keeps the credits of sent commands held until it can be queried again', async () => {
    const service = await openEppService(engine, { roles: 'api', entry: impatient });
    const { faults } = service.registry.front;
    const name = 'left-out.com';
    await accept(service, name);
    faults.add({ kind: 'drop-after-commit', type: 'domain:create' });
    faults.add({ kind: 'reset', type: 'domain:info', times: Number.POSITIVE_INFINITY });
    /** Tries count when they begin: one more means that so many have ended. */
    const tries = async (times: number) => {
      const before = (await service.jobs())[0]?.attempts ?? 0;
      await until('the job was tried again', async () => {
        const [job] = await service.jobs();
        if (job === undefined) throw new Error('The job has ended.');
        return job.attempts > before + times;
      });
    };
    const first = await service.startBeside('jobs');
    await tries(1);
    expect(await service.objects()).toHaveLength(1);
    await first.stop();
    faults.clear();

    await service.registry.configure({ tlds: ['net'] });
    const second = await service.startBeside('jobs');
    await tries(1);
    expect(await balanceOf(service.client)).toBe(1_000_000 - 12);
    await second.stop();

    await service.registry.configure({});
    await service.startBeside('jobs');
    await service.settled();
    await service.expectExact();
    const { domain } = await service.client.call('getDomain', { domain: name });
    expect(domain.status).toBe('active');
  });
});
