/** "Accepted, pending" is not success: credits stay held until a message or a question settles it. */

import { dayMs } from '@hostmaster/contract/durations';
import type { RegistrySchema } from '@hostmaster/registry/storage';
import { anyQueriesFor } from '@hostmaster/test-rig/any-query';
import { describeOnBothEngines } from '@hostmaster/test-rig/engines';
import { runCommand } from '@hostmaster/test-rig/process';
import { balanceOf, contact, until } from '@hostmaster/test-rig/service';
import { expect, it } from 'vitest';
import { type EppService, openEppService } from './epp-service.ts';

const listCreates = anyQueriesFor<RegistrySchema>()<object>()(({ db }) =>
  db.selectFrom('transactions').select('id').where('command', '=', 'create'),
);

describeOnBothEngines('a registry that decides later', (engine) => {
  it('is waited for: kept names are paid and locked, declined ones refunded', async () => {
    const service = await openEppService(engine, { delayMs: 500 });
    await service.register('decided.com');
    await service.register('sandbox-reject-it.com');
    const { pendingFulfillment } = await service.client.call('listRecords', {
      domain: 'decided.com',
    });
    expect(pendingFulfillment).toBe(true);
    expect(await balanceOf(service.client)).toBe(1_000_000 - 24);
    await service.settled();
    await service.expectExact();
    const { domain } = await service.client.call('getDomain', { domain: 'sandbox-reject-it.com' });
    expect(domain.status).toBe('failed');
    expect(await balanceOf(service.client)).toBe(1_000_000 - 12);
  });

  it('settles by asking when its messages cannot be read', async () => {
    const service = await openEppService(engine, { delayMs: 200 });
    const { faults } = service.registry.front;
    faults.add({ kind: 'result', code: 2400, type: 'poll:req', times: 5 });
    await service.register('unreported.com');
    await service.settled();
    await service.expectExact();
  });

  /** Accepted, then declined without a message: the name is not shown any more. */
  async function registerWithoutMessage(entry: Readonly<Record<string, unknown>> = {}) {
    const service = await openEppService(engine, { policy: { messages: 'none' }, entry });
    await service.register('sandbox-reject-quietly.com');
    await untilPolledAgainAfter(service, 1_000);
    return service;
  }

  async function untilPolledAgainAfter(service: EppService, afterMs: number): Promise<void> {
    await until('the registry was asked and the job waits', async () => {
      const [job] = await service.jobs();
      if (job === undefined) throw new Error('The job has ended.');
      return job.run_at > Date.now() + afterMs;
    });
  }

  it('gets no second command, and credits stay held until it has decided', async () => {
    const service = await registerWithoutMessage();
    await service.advance(3 * dayMs);
    await untilPolledAgainAfter(service, 60_000);
    expect(await service.registry.front.registry.db.all(listCreates, {})).toHaveLength(1);
    expect(await balanceOf(service.client)).toBe(1_000_000 - 12);
    const { stdout } = await runCommand(service.place, 'registrar', 'reconcile', '--json');
    expect(JSON.parse(stdout)).toMatchObject({
      differences: [{ name: 'sandbox-reject-quietly.com', kind: 'undecided' }],
    });
  });

  it('may have its own time limit, after which a missing decision counts as a refusal', async () => {
    const service = await registerWithoutMessage({ decisionDays: 1 });
    await service.advance(2 * dayMs);
    await service.settled();
    expect(await service.registry.front.registry.db.all(listCreates, {})).toHaveLength(1);
    expect(await balanceOf(service.client)).toBe(1_000_000);
    await service.expectExact();
  });

  it('is paid for an approval that comes late', async () => {
    const service = await openEppService(engine, { delayMs: 100 });
    const { faults } = service.registry.front;
    const always = { kind: 'result', times: Number.POSITIVE_INFINITY } as const;
    faults.add({ ...always, code: 2303, type: 'domain:info', name: 'slow.com' });
    await service.register('slow.com');
    await untilPolledAgainAfter(service, 1_000);
    faults.clear();
    await service.settled();
    await service.expectExact();
    expect(await balanceOf(service.client)).toBe(1_000_000 - 12);
  });

  it('gets the desired state of the moment in which it has decided', async () => {
    const service = await openEppService(engine, { delayMs: 500 });
    const { client } = service;
    const domain = 'changed.com';
    await client.call('registerDomain', { domain, contact, privacyEnabled: false });
    await client.call('createRecord', { domain, type: 'A', name: 'ns1', value: '192.0.2.53' });
    const nameservers = [`ns1.${domain}`, 'ns9.example.net'];
    await client.call('replaceNameservers', { domain, nameservers });
    await client.call('updateDomain', { domain, privacyEnabled: true });
    await until('the registry has what the customer wants', async () => {
      const object = await service.registry.front.registry.info(domain);
      return object?.nameservers.toSorted().join() === nameservers.toSorted().join();
    });
    await service.settled();
    await service.expectExact();
  });
});
