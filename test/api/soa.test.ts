/** GET and PUT /v1/domains/{domain}/dns/soa, what the DNS answers after it, and the same by other edges. */
import { applyDifferences, Name, type ResourceRecord, recordKey, soaCodec } from '@hostmaster/dns';
import type { TsigKey } from '@hostmaster/dns/node';
import { expectRefusal } from '@hostmaster/test-rig/api-client';
import { contact, describeService } from '@hostmaster/test-rig/service';
import { beforeAll, expect, it } from 'vitest';
import { addSecondary } from '../dns/add-secondary.ts';
import { askTransfer, askWhole } from '../dns/ask-transfer.ts';
import { fetchZone } from '../dns/zone-copy.ts';
import { PowerdnsClient } from '../powerdns-api/powerdns-client.ts';

const own = {
  mailbox: 'first.last@example.org',
  refresh: 7_200,
  retry: 900,
  expire: 2_419_200,
  negativeTtl: 60,
};

describeService('the SOA of a domain', (service) => {
  let key: TsigKey;
  beforeAll(async () => {
    key = await addSecondary(service.place, { name: 'own', address: '127.0.0.1:9' });
  });

  const transferred = (zone: string) => fetchZone(service.dnsPort, zone, { key });

  it('200: the values of the service, its own, and the former again', async () => {
    const { client } = await service.workspace();
    const domain = await service.liveDomain(client);
    const { soa: first } = await client.call('getSoa', { domain });
    expect(first).toEqual({
      primary: 'ns1.hostmaster.example',
      mailbox: `hostmaster@${domain}`,
      refresh: 3_600,
      retry: 600,
      expire: 1_209_600,
      negativeTtl: 300,
      serial: expect.any(Number),
      isDefault: true,
    });
    const { soa: answered } = await client.call('replaceSoa', { domain, ...own });
    expect(answered).toMatchObject({ ...own, isDefault: false });
    const { soa: second } = await client.call('getSoa', { domain });
    expect(second).toMatchObject({ ...own, isDefault: false });
    expect(second.serial).toBeGreaterThan(first.serial ?? 0);
    // The same again is no change.
    await client.call('replaceSoa', { domain, ...own });
    expect((await client.call('getSoa', { domain })).soa).toEqual(second);
    const { soa: third } = await client.call('replaceSoa', { domain });
    expect(third).toMatchObject({ mailbox: first.mailbox, refresh: 3_600, isDefault: true });
    const { events } = await client.call('listEvents', { limit: 100 });
    const changes = events.filter(({ type }) => type === 'dns.soa_changed');
    expect(changes.map(({ data }) => data)).toMatchObject([own, { refresh: 3_600 }]);
  });

  it('200: an omitted field has the value of the service, also before the zone is published', async () => {
    const { client } = await service.workspace();
    const domain = service.freshName();
    await client.call('registerDomain', { domain, contact });
    const { soa } = await client.call('replaceSoa', { domain, mailbox: 'DNS@Bücher.Example' });
    expect(soa).toMatchObject({
      mailbox: 'DNS@xn--bcher-kva.example',
      refresh: 3_600,
      isDefault: false,
    });
  });

  it('secondaries get it by a difference, and the mailbox as one label', async () => {
    const { client } = await service.workspace();
    const domain = await service.liveDomain(client);
    const before = await whole(domain);
    await client.call('replaceSoa', { domain, ...own });
    await client.call('createRecord', { domain, type: 'A', value: '192.0.2.1' });
    const { soa } = await transferred(domain);
    expect(soaCodec.decode(soa.rdata)).toMatchObject({
      mailbox: Name.parse('first\\.last.example.org'),
      refreshSeconds: 7_200,
      retrySeconds: 900,
      expireSeconds: 2_419_200,
      negativeTtlSeconds: 60,
    });
    const result = await transfer(domain, before[0]);
    if (result.kind !== 'ixfr') throw new Error(result.kind);
    const keys = (records: readonly ResourceRecord[]) =>
      [...new Set(records.map(recordKey))].sort();
    const after = applyDifferences(before, result.differences);
    expect(keys(after)).toEqual(keys(await whole(domain)));
  });

  it.each<[string, object, string[]]>([
    ['a refresh time that hurts secondaries', { refresh: 1_199 }, ['refresh']],
    ['a long refresh time', { refresh: 86_401 }, ['refresh']],
    ['a short retry time', { retry: 299 }, ['retry']],
    ['a retry time as long as the refresh time', { refresh: 1_200, retry: 1_200 }, ['retry']],
    ['a retry time beyond the default refresh time', { retry: 3_600 }, ['retry']],
    ['a short expiry', { expire: 604_799 }, ['expire']],
    ['a long expiry', { expire: 3_542_401 }, ['expire']],
    ['a short negative TTL', { negativeTtl: 59 }, ['negativeTtl']],
    ['a long negative TTL', { negativeTtl: 86_401 }, ['negativeTtl']],
    ['a text', { refresh: '3600' }, ['refresh']],
    ['a fraction', { refresh: 3_600.5 }, ['refresh']],
    ['null', { mailbox: null }, ['mailbox']],
    ['a name', { mailbox: 'hostmaster.example.com' }, ['mailbox']],
    ['no local part', { mailbox: '@example.com' }, ['mailbox']],
    ['a local part of 64', { mailbox: `${'a'.repeat(64)}@example.com` }, ['mailbox']],
    ['a NUL', { mailbox: 'a\0b@example.com' }, ['mailbox']],
    ['a host of one label', { mailbox: 'a@localhost' }, ['mailbox']],
    ['an unknown field', { serial: 1 }, ['serial']],
  ])('400: %s', async (_, body, fields) => {
    const { client } = await service.workspace();
    const domain = await service.liveDomain(client);
    const answer = await client.send('PUT', `/v1/domains/${domain}/dns/soa`, { json: body });
    expectRefusal(answer, { status: 400, code: 'invalid_request', fields });
    expect((await client.call('getSoa', { domain })).soa.isDefault).toBe(true);
  });

  it('404: unknown or of another workspace', async () => {
    const { client } = await service.workspace();
    const { client: other } = await service.workspace();
    const domain = await service.liveDomain(other);
    for (const method of ['GET', 'PUT'] as const) {
      const foreign = await client.send(method, `/v1/domains/${domain}/dns/soa`);
      const unknown = await client.send(method, `/v1/domains/${service.freshName()}/dns/soa`);
      expectRefusal(foreign, { status: 404, code: 'domain_not_found' });
      expect(foreign.status).toBe(unknown.status);
    }
  });

  it('the PowerDNS-compatible API changes mailbox and timers; the serial stays ours', async () => {
    const workspace = await service.workspace();
    const domain = await service.liveDomain(workspace.client);
    const pdns = new PowerdnsClient({ url: service.url, key: workspace.apiKey });
    const patch = (content: string, ...more: Parameters<typeof pdns.patch>[1][]) =>
      pdns.patch(
        domain,
        {
          name: `${domain}.`,
          type: 'SOA',
          ttl: 3_600,
          changetype: 'REPLACE',
          records: [{ content }],
        },
        ...more,
      );
    const timers = '7200 900 2419200 60';
    const made = await patch(`ns1.hostmaster.example. first\\.last.example.org. 1 ${timers}`, {
      name: `www.${domain}.`,
      type: 'A',
      ttl: 300,
      changetype: 'REPLACE',
      records: [{ content: '192.0.2.1' }],
    });
    expect(made.status, made.text).toBe(204);
    const { soa } = await workspace.client.call('getSoa', { domain });
    expect(soa).toMatchObject({ ...own, isDefault: false });
    expect(soa.serial).toBeGreaterThan(1_000_000);
    const refused: [string, RegExp][] = [
      [`ns9.example.net. a.example.org. 1 ${timers}`, /primary must be ns1\.hostmaster\.example/],
      ['ns1.hostmaster.example. a.example.org. 1 60 30 2419200 60', /from 1200 to 86400/],
      [`ns1.hostmaster.example. . 1 ${timers}`, /mailbox/],
    ];
    for (const [content, reason] of refused) {
      const answer = await patch(content);
      expect(answer).toMatchObject({ status: 422, json: { error: expect.stringMatching(reason) } });
    }
    expect((await workspace.client.call('getSoa', { domain })).soa).toEqual(soa);
    const usual = `ns1.hostmaster.example. hostmaster.${domain}. 1 3600 600 1209600 300`;
    expect((await patch(usual)).status).toBe(204);
    expect((await workspace.client.call('getSoa', { domain })).soa.isDefault).toBe(true);
  });

  function whole(zone: string): Promise<readonly ResourceRecord[]> {
    return askWhole(service, { key, zone });
  }

  function transfer(zone: string, soa?: ResourceRecord) {
    return askTransfer(service, { key, zone, soa });
  }
});

describeService(
  'the SOA of the service',
  (service) => {
    it('is that of domains without their own', async () => {
      const { client } = await service.workspace();
      const domain = await service.liveDomain(client);
      expect((await client.call('getSoa', { domain })).soa).toMatchObject({
        mailbox: 'dns@example.net',
        refresh: 7_200,
        retry: 1_200,
        expire: 864_000,
        negativeTtl: 600,
        isDefault: true,
      });
    });
  },
  {
    settings: {
      HOSTMASTER_SOA_MAILBOX: 'dns@example.net',
      HOSTMASTER_SOA_REFRESH: '2h',
      HOSTMASTER_SOA_RETRY: '20m',
      HOSTMASTER_SOA_EXPIRE: '10d',
      HOSTMASTER_SOA_NEGATIVE_TTL: '10m',
    },
  },
);
