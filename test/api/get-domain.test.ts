import { dayMs } from '@hostmaster/contract/durations';
import { expectRefusal } from '@hostmaster/test-rig/api-client';
import { contact, describeService } from '@hostmaster/test-rig/service';
import { expect, it } from 'vitest';

describeService('GET /v1/domains/{domain}', (service) => {
  it('200: exactly eight fields', async () => {
    const { client } = await service.workspace();
    const name = service.freshName();
    const { domain } = await client.call('registerDomain', {
      domain: name,
      contact,
      years: 3,
      autoRenew: true,
      privacyEnabled: true,
    });
    const answer = await client.request('getDomain', { domain: name });
    expect(answer.status).toBe(200);
    expect(answer.body).toEqual({
      domain: {
        name,
        status: 'active',
        autoRenew: true,
        privacyEnabled: true,
        nameservers: ['ns1.hostmaster.example', 'ns2.hostmaster.example'],
        years: 3,
        expiresAt: domain.expiresAt,
        createdAt: domain.createdAt,
      },
    });
  });

  it('200: years are those bought last', async () => {
    const { client } = await service.workspace();
    const name = service.freshName();
    await client.call('registerDomain', { domain: name, contact, years: 3 });
    const { domain: renewed } = await client.call('renewDomain', { domain: name, years: 2 });
    const { domain } = await client.call('getDomain', { domain: name });
    expect(domain).toMatchObject({ years: 2, expiresAt: renewed.expiresAt });
  });

  it('404: unknown, in this workspace or at all', async () => {
    const { client, domains } = await service.inaccessibleDomains();
    for (const domain of domains) {
      const answer = await client.request('getDomain', { domain });
      expectRefusal(answer, { status: 404, code: 'domain_not_found' });
    }
  });
});

describeService('the status of a domain', (service) => {
  it('follows the calendar: active, expiring_soon for 30 days, expired', async () => {
    const { client } = await service.workspace();
    const name = await service.liveDomain(client);
    const status = async () => (await client.call('getDomain', { domain: name })).domain.status;
    const listed = async () => (await client.call('listDomains', {})).domains[0]?.status;
    const { domain } = await client.call('getDomain', { domain: name });
    const soonAt = Date.parse(domain.expiresAt) - 30 * dayMs;
    const now = Date.parse(domain.createdAt);

    await service.advanceCalendar(soonAt - now - dayMs);
    expect([await status(), await listed()]).toEqual(['active', 'active']);
    await service.advanceCalendar(dayMs);
    expect([await status(), await listed()]).toEqual(['expiring_soon', 'expiring_soon']);
    await service.advanceCalendar(29 * dayMs);
    expect([await status(), await listed()]).toEqual(['expiring_soon', 'expiring_soon']);
    await service.advanceCalendar(dayMs);
    expect([await status(), await listed()]).toEqual(['expired', 'expired']);
  });

  it('an expired domain is recovered by a renewal that counts from now', async () => {
    const { client } = await service.workspace();
    const name = await service.liveDomain(client);
    await service.advanceCalendar(370 * dayMs);
    expect((await client.call('getDomain', { domain: name })).domain.status).toBe('expired');
    const { domain } = await client.call('renewDomain', { domain: name });
    expect(domain.status).toBe('active');
    const { domain: fresh } = await client.call('registerDomain', {
      domain: service.freshName(),
      contact,
    });
    // A registration of the same moment ends at the same time.
    expect(Math.abs(Date.parse(domain.expiresAt) - Date.parse(fresh.expiresAt))).toBeLessThan(
      60_000,
    );
  });
});
