import { contact, describeService } from '@hostmaster/test-rig/service';
import { expect, it } from 'vitest';

describeService('GET /v1/domains', (service) => {
  it('200: a new workspace has none', async () => {
    const { client } = await service.workspace();
    expect((await client.send('GET', '/v1/domains')).body).toEqual({ domains: [] });
  });

  it('200: six fields each, in order of registration, all domains of this workspace only', async () => {
    const { client } = await service.workspace({ credits: '10000' });
    const other = await service.workspace();
    const registered = [];
    for (let index = 0; index < 60; index += 1) {
      const { domain } = await client.call('registerDomain', {
        domain: service.freshName(index % 2 === 0 ? 'z' : 'a'),
        contact,
        autoRenew: index % 3 === 0,
        privacyEnabled: index % 2 === 0,
      });
      registered.push({
        name: domain.name,
        status: 'active',
        autoRenew: domain.autoRenew,
        privacyEnabled: domain.privacyEnabled,
        expiresAt: domain.expiresAt,
        createdAt: domain.createdAt,
      });
    }
    await other.client.call('registerDomain', { domain: service.freshName(), contact });
    const answer = await client.send('GET', '/v1/domains');
    expect(answer.status).toBe(200);
    expect(answer.body).toEqual({ domains: registered });
  });

  it('200: shows changed settings and a new expiry', async () => {
    const { client } = await service.workspace();
    const domain = service.freshName();
    await client.call('registerDomain', { domain, contact });
    await client.call('updateDomain', { domain, autoRenew: true });
    const { domain: renewed } = await client.call('renewDomain', { domain, years: 2 });
    const [listed] = (await client.call('listDomains', {})).domains;
    expect(listed).toMatchObject({ autoRenew: true, expiresAt: renewed.expiresAt });
  });
});
