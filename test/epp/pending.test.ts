/** "Accepted, pending" is not success: credits stay held until a message or a question settles it. */
import { expect, it } from 'vitest';
import { query } from '../../packages/server/src/registrars/sandbox/schema.ts';
import { describeOnBothEngines } from '../rig/engines.ts';
import { balanceOf, contact, until } from '../rig/service.ts';
import { openEppService } from './epp-service.ts';

const listCreates = query<object>()(({ db }) =>
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
    await service.register('unheard.com');
    await service.settled();
    await service.expectExact();
  });

  it('is not asked twice: a decision that nobody announces is awaited, then taken for a no', async () => {
    const service = await openEppService(engine, { policy: { queuesMessages: false } });
    const domain = 'sandbox-reject-quietly.com';
    await service.register(domain);
    await until('the registry has declined and the job waits', async () => {
      const object = await service.registry.front.registry.info(domain);
      const [job] = await service.jobs();
      return object === null && job !== undefined && job.run_at > Date.now() + 1_000;
    });
    expect(await service.registry.front.registry.db.all(listCreates, {})).toHaveLength(1);
    expect(await balanceOf(service.client)).toBe(1_000_000 - 12);
    await service.advance(2 * 3_600_000);
    await service.settled();
    expect(await service.registry.front.registry.db.all(listCreates, {})).toHaveLength(1);
    expect(await balanceOf(service.client)).toBe(1_000_000);
    await service.expectExact();
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
