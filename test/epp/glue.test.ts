/** Nameservers inside a name: the registry has the addresses that the customer's records say. */

import { findHost } from '@hostmaster/registry/storage';
import { describeOnBothEngines } from '@hostmaster/test-rig/engines';
import { until } from '@hostmaster/test-rig/service';
import { expect, it } from 'vitest';
import { openEppService } from './epp-service.ts';

describeOnBothEngines('the address of a nameserver inside the name', (engine) => {
  it('reaches the registry when its record is made, changed and joined by another', async () => {
    const service = await openEppService(engine);
    const domain = 'glued.com';
    const host = `ns1.${domain}`;
    await service.register(domain);
    await service.settled();
    const { registry } = service.registry.front;
    const glue = async () => {
      const found = await registry.db.first(findHost, { name: host });
      return found === undefined ? null : found.addresses.toSorted();
    };
    const { client } = service;
    const nameservers = [host, 'ns9.example.net'];
    // Without an address the registry does not take it; the record that follows brings it there.
    await client.call('replaceNameservers', { domain, nameservers });
    await service.settled();
    expect(await glue()).toBeNull();
    const { record } = await client.call('createRecord', {
      domain,
      type: 'A',
      name: 'ns1',
      value: '192.0.2.53',
    });
    await service.settled();
    expect(await glue()).toEqual(['192.0.2.53']);
    expect((await registry.info(domain))?.nameservers.toSorted()).toEqual(nameservers.toSorted());

    await client.call('updateRecord', { domain, recordId: record.id, value: '192.0.2.54' });
    await service.settled();
    expect(await glue()).toEqual(['192.0.2.54']);
    await client.call('createRecord', { domain, type: 'AAAA', name: 'ns1', value: '2001:db8::53' });
    await service.settled();
    expect(await glue()).toEqual(['192.0.2.54', '2001:db8::53']);

    // The last address stays at the registry: a nameserver without one would be of no use.
    await client.call('deleteRecord', { domain, recordId: record.id });
    await until('the registry has one address left', async () => (await glue())?.length === 1);
    await service.settled();

    const before = await service.jobs();
    await client.call('createRecord', { domain, type: 'A', name: 'www', value: '192.0.2.80' });
    expect(await service.jobs()).toEqual(before);
  });
});
