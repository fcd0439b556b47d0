/** What a customer sees while the registry works: saved at once, flagged, applied in order afterwards. */

import { type ApiClient, expectRefusal } from '@hostmaster/test-rig/api-client';
import {
  balanceOf,
  contact,
  describeService,
  type TestService,
  until,
} from '@hostmaster/test-rig/service';
import { describe, expect, it } from 'vitest';

const hosts = ['a.example.net', 'b.example.net', 'c.example.net'];

describeService('fulfilment', (service) => {
  it('pendingFulfillment is true until the domain is live, then false, on all three endpoints', async () => {
    const { client } = await service.workspace();
    const domain = service.freshName();
    const held = service.registry.hold('create', domain);
    await client.call('registerDomain', { domain, contact });
    const flags = async () => [
      (await client.call('listRecords', { domain })).pendingFulfillment,
      (await client.call('createRecord', { domain, type: 'TXT', value: 'x' })).pendingFulfillment,
      (await client.call('replaceNameservers', { domain, nameservers: hosts })).pendingFulfillment,
    ];
    expect(await flags()).toEqual([true, true, true]);
    expect((await client.call('getDomain', { domain })).domain.status).toBe('active');
    held.release();
    await service.untilLive(client, domain);
    expect(await flags()).toEqual([false, false, false]);
    expect((await client.call('getDomain', { domain })).domain.status).toBe('active');
  });

  it('changes made before provisioning are shown at once and reach the registry afterwards', async () => {
    const { client } = await service.workspace();
    const domain = service.freshName();
    const held = service.registry.hold('create', domain);
    await client.call('registerDomain', { domain, contact });
    // The create command is on its way with the first settings when these come.
    await until('the create is about to be sent', () => held.isWaiting());
    await client.call('replaceNameservers', { domain, nameservers: [...hosts].reverse() });
    await client.call('replaceNameservers', { domain, nameservers: hosts });
    await client.call('updateDomain', { domain, privacyEnabled: true, autoRenew: true });
    const { record } = await client.call('createRecord', { domain, type: 'A', value: '192.0.2.1' });
    const { record: changed } = await client.call('updateRecord', {
      domain,
      recordId: record.id,
      value: '192.0.2.2',
    });
    const { record: second } = await client.call('createRecord', {
      domain,
      type: 'TXT',
      value: 'x',
    });
    await client.call('deleteRecord', { domain, recordId: second.id });

    const shown = { nameservers: hosts, privacyEnabled: true, autoRenew: true };
    expect((await client.call('getDomain', { domain })).domain).toMatchObject(shown);
    held.release();
    await service.untilLive(client, domain);
    await until('the registry has the new settings', async () => {
      const found = await service.registrar.info(domain);
      return found?.privacyEnabled === true && found.nameservers.length === 3;
    });
    const found = await service.registrar.info(domain);
    expect(found?.nameservers.toSorted()).toEqual(hosts);
    expect(found?.transferLocked).toBe(true);
    expect((await client.call('getDomain', { domain })).domain).toMatchObject(shown);
    expect((await client.call('listRecords', { domain })).records).toEqual([changed]);
  });

  it('changes made before the create is sent go with it', async () => {
    const { client } = await service.workspace();
    const domain = service.freshName();
    await client.call('registerDomain', { domain, contact, privacyEnabled: true });
    await client.call('replaceNameservers', { domain, nameservers: hosts });
    await service.untilNoJobs(domain);
    const found = await service.registrar.info(domain);
    expect(found?.nameservers.toSorted()).toEqual(hosts);
    expect(found?.privacyEnabled).toBe(true);
  });

  it('the last of many changes is what the registry has in the end', async () => {
    const { client } = await service.workspace();
    const domain = await service.liveDomain(client);
    for (let index = 0; index < 20; index += 1) {
      const nameservers = [`ns${index}.example.net`, `ns${index}.example.org`];
      await client.call('replaceNameservers', { domain, nameservers });
      await client.call('updateDomain', { domain, privacyEnabled: index % 2 === 0 });
    }
    await service.untilNoJobs(domain);
    const found = await service.registrar.info(domain);
    expect(found?.nameservers.toSorted()).toEqual(['ns19.example.net', 'ns19.example.org']);
    expect(found?.privacyEnabled).toBe(false);
  });

  it('a renewal while provisioning answers at once and waits its turn', async () => {
    const { client } = await service.workspace({ credits: '100' });
    const domain = service.freshName();
    const held = service.registry.hold('create', domain);
    await client.call('registerDomain', { domain, contact });
    const { domain: renewed } = await client.call('renewDomain', { domain, years: 2 });
    expect(renewed.status).toBe('active');
    expect(await balanceOf(client)).toBe(100 - 12 - 28);
    expect(await service.registrar.info(domain)).toBeNull();
    held.release();
    await service.untilNoJobs(domain);
    expect(await registryYears(service, domain)).toBe(3);
  });

  it('the registry receives the contact, years and nameservers once', async () => {
    const { client } = await service.workspace();
    const domain = service.freshName();
    const seen = service.registry.watch('create', domain);
    await client.call('registerDomain', {
      domain,
      years: 4,
      contact: { ...contact, firstName: '  Ada ', country: 'gb', organization: '' },
    });
    await service.untilLive(client, domain);
    expect(seen.commands).toHaveLength(1);
    expect(seen.commands[0]).toMatchObject({
      name: domain,
      years: 4,
      contact: { ...contact, country: 'GB', organization: '' },
      nameservers: ['ns1.hostmaster.example', 'ns2.hostmaster.example'],
    });
    expect(await registryYears(service, domain)).toBe(4);
  });
});

describeService('sandbox names', (service) => {
  it('sandbox-taken-: not available, 409', async () => {
    const { client } = await service.workspace({ credits: '100' });
    const domain = service.freshName('sandbox-taken');
    expect(await client.call('checkDomains', { domain })).toEqual({
      results: [{ domain, available: false, isPremium: false }],
    });
    const answer = await client.request('registerDomain', { domain, contact });
    expectRefusal(answer, { status: 409, code: 'domain_taken' });
    expect(await balanceOf(client)).toBe(100);
  });

  it('sandbox-premium-: shown as premium, ten times the price, renewals too', async () => {
    const { client } = await service.workspace({ credits: '300' });
    const domain = service.freshName('sandbox-premium');
    expect(await client.call('checkDomains', { domain })).toEqual({
      results: [{ domain, available: true, isPremium: true }],
    });
    await service.liveDomain(client, domain);
    expect(await balanceOf(client)).toBe(180);
    await client.call('renewDomain', { domain });
    expect(await balanceOf(client)).toBe(40);
    await service.untilNoJobs(domain);
    expect(await registryYears(service, domain)).toBe(2);
  });

  describe('sandbox-reject-', () => {
    it('fails, refunds in full, frees the name, and stays listed', async () => {
      const { client } = await service.workspace({ credits: '100' });
      const domain = service.freshName('sandbox-reject');
      const held = service.registry.hold('create', domain);
      const { domain: promised } = await client.call('registerDomain', {
        domain,
        contact,
        years: 2,
      });
      expect(promised.status).toBe('active');
      const { record } = await client.call('createRecord', { domain, type: 'TXT', value: 'kept' });
      await client.call('renewDomain', { domain });
      expect(await balanceOf(client)).toBe(100 - 24 - 14);
      held.release();
      await untilStatus(client, domain, 'failed');
      expect(await balanceOf(client)).toBe(100);

      // Reads work.
      expect((await client.call('listDomains', {})).domains).toMatchObject([
        { name: domain, status: 'failed' },
      ]);
      expect(await client.call('listRecords', { domain })).toEqual({
        records: [record],
        pendingFulfillment: false,
      });
      expect(await client.call('checkDomains', { domain })).toEqual({
        results: [{ domain, available: true, isPremium: false }],
      });
      // Changes and renewal do not.
      for (const answer of await Promise.all([
        client.request('updateDomain', { domain, autoRenew: true }),
        client.request('renewDomain', { domain }),
        client.request('replaceNameservers', { domain, nameservers: hosts }),
        client.request('createRecord', { domain, type: 'TXT', value: 'x' }),
        client.request('updateRecord', { domain, recordId: record.id, ttl: 60 }),
        client.request('deleteRecord', { domain, recordId: record.id }),
      ])) {
        expectRefusal(answer, { status: 409, code: 'domain_failed' });
      }
      expect(await balanceOf(client)).toBe(100);
      expect((await client.call('listRecords', { domain })).records).toEqual([record]);
    });

    it('registering it again archives the failed one; another workspace may try too', async () => {
      const { client } = await service.workspace({ credits: '100' });
      const other = await service.workspace({ credits: '100' });
      const domain = service.freshName('sandbox-reject');
      const first = service.registry.hold('create', domain);
      await client.call('registerDomain', { domain, contact });
      await client.call('createRecord', { domain, type: 'TXT', value: 'of the first try' });
      first.release();
      await untilStatus(client, domain, 'failed');

      const held = service.registry.hold('create', domain);
      const { domain: again } = await client.call('registerDomain', { domain, contact, years: 3 });
      expect(again).toMatchObject({ status: 'active', years: 3, creditsCharged: 36 });
      expect((await client.call('listDomains', {})).domains).toMatchObject([
        { name: domain, status: 'active', createdAt: again.createdAt },
      ]);
      expect(await client.call('listRecords', { domain })).toEqual({
        records: [],
        pendingFulfillment: true,
      });
      const taken = await other.client.request('registerDomain', { domain, contact });
      expectRefusal(taken, { status: 409, code: 'domain_taken' });
      held.release();
      await untilStatus(client, domain, 'failed');
      expect(await balanceOf(client)).toBe(100);

      await other.client.call('registerDomain', { domain, contact });
      await untilStatus(other.client, domain, 'failed');
      expect(await balanceOf(other.client)).toBe(100);
      expect((await client.call('listDomains', {})).domains).toHaveLength(1);
    });
  });

  it('a failed registration stays listed when the next try cannot be paid for', async () => {
    const { client } = await service.workspace({ credits: '12' });
    const domain = service.freshName('sandbox-reject');
    const { domain: first } = await client.call('registerDomain', { domain, contact });
    await untilStatus(client, domain, 'failed');
    const answer = await client.request('registerDomain', { domain, contact, years: 2 });
    expectRefusal(answer, {
      status: 402,
      code: 'insufficient_credits',
      required: 24,
      balance: 12,
    });
    expect((await client.call('listDomains', {})).domains).toMatchObject([
      { name: domain, status: 'failed', createdAt: first.createdAt },
    ]);
  });

  it('sandbox-norenew-: the renewal fails, credits and expiry come back, the name stays ours', async () => {
    const { client } = await service.workspace({ credits: '100' });
    const domain = await service.liveDomain(client, service.freshName('sandbox-norenew'));
    const { domain: before } = await client.call('getDomain', { domain });
    const held = service.registry.hold('renew', domain);
    const { domain: renewed } = await client.call('renewDomain', { domain, years: 2 });
    expect(renewed.status).toBe('active');
    expect(await balanceOf(client)).toBe(60);
    held.release();
    await untilStatus(client, domain, 'failed');
    expect(await balanceOf(client)).toBe(88);
    expect((await client.call('getDomain', { domain })).domain).toEqual({
      ...before,
      status: 'failed',
    });
    expect(await registryYears(service, domain)).toBe(1);
    // Only a failed registration takes the domain out of use.
    await client.call('createRecord', { domain, type: 'TXT', value: 'x' });
    await client.call('updateDomain', { domain, autoRenew: false });
    const taken = await client.request('registerDomain', { domain, contact });
    expectRefusal(taken, { status: 409, code: 'domain_taken' });
    // A second renewal is possible and fails in the same way.
    expect((await client.call('renewDomain', { domain })).domain.status).toBe('active');
    await untilStatus(client, domain, 'failed');
    expect(await balanceOf(client)).toBe(88);
  });

  it('a successful renewal clears a failed one', async () => {
    const { client } = await service.workspace({ credits: '100' });
    const domain = await service.liveDomain(client);
    const { domain: before } = await client.call('getDomain', { domain });
    service.registry.refuse('renew', domain, { nth: 1 });
    await client.call('renewDomain', { domain, years: 3 });
    await untilStatus(client, domain, 'failed');
    expect((await client.call('getDomain', { domain })).domain.expiresAt).toBe(before.expiresAt);
    const { domain: renewed } = await client.call('renewDomain', { domain });
    await service.untilNoJobs(domain);
    expect((await client.call('getDomain', { domain })).domain).toMatchObject({
      status: 'active',
      years: 1,
      expiresAt: renewed.expiresAt,
    });
    expect(await balanceOf(client)).toBe(100 - 12 - 14);
    expect(await registryYears(service, domain)).toBe(2);
  });

  it('sandbox-slow-: stays pending', async () => {
    const { client } = await service.workspace();
    const domain = service.freshName('sandbox-slow');
    await client.call('registerDomain', { domain, contact });
    await until('the registry has accepted it', async () => {
      return (await service.registrar.info(domain))?.pending === 'create';
    });
    const { pendingFulfillment } = await client.call('listRecords', { domain });
    expect(pendingFulfillment).toBe(true);
    expect((await client.call('getDomain', { domain })).domain.status).toBe('active');
  });

  it('sandbox-flaky-: times out twice, then works, and is charged once', async () => {
    const { client } = await service.workspace({ credits: '100' });
    const domain = service.freshName('sandbox-flaky');
    const creates = service.registry.watch('create', domain);
    await service.liveDomain(client, domain);
    expect(creates.commands).toHaveLength(3);
    expect(new Set(creates.commands.map(({ sendId }) => sendId)).size).toBe(3);
    expect(await balanceOf(client)).toBe(88);
    expect(await registryYears(service, domain)).toBe(1);
  });

  it('sandbox-lost-: the reply is lost, the registration and its renewals are not, and nothing doubles', async () => {
    const { client } = await service.workspace({ credits: '100' });
    const domain = service.freshName('sandbox-lost');
    const creates = service.registry.watch('create', domain);
    const renewals = service.registry.watch('renew', domain);
    await service.liveDomain(client, domain);
    await client.call('renewDomain', { domain, years: 2 });
    await client.call('renewDomain', { domain });
    await until(
      'both renewals are settled',
      async () => (await registryYears(service, domain)) === 4,
    );
    await service.untilNoJobs(domain);
    expect(creates.commands).toHaveLength(1);
    expect(renewals.commands).toHaveLength(2);
    expect(await balanceOf(client)).toBe(100 - 12 - 42);
    expect((await client.call('getDomain', { domain })).domain).toMatchObject({
      status: 'active',
      years: 1,
    });
    expect(await registryYears(service, domain)).toBe(4);
  });
});

async function untilStatus(client: ApiClient, domain: string, status: string): Promise<void> {
  await until(`${domain} is ${status}`, async () => {
    return (await client.call('getDomain', { domain })).domain.status === status;
  });
}

async function registryYears(service: TestService, domain: string): Promise<number> {
  const found = await service.registrar.info(domain);
  if (found === null) throw new Error(`${domain} is not registered.`);
  const year = (at: number | null) => new Date(at ?? 0).getUTCFullYear();
  return year(found.expiresAt) - year(found.createdAt);
}
