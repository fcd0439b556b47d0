import { expectRefusal } from '@hostmaster/test-rig/api-client';
import { contact, describeService, until } from '@hostmaster/test-rig/service';
import { expect, it } from 'vitest';

const hosts = (count: number) =>
  Array.from({ length: count }, (_, index) => `ns${index}.example.net`);

describeService('PATCH /v1/domains/{domain}/nameservers', (service) => {
  it('200: two fields; a full replacement, in order, up to thirteen', async () => {
    const { client } = await service.workspace();
    const domain = await service.liveDomain(client);
    for (const nameservers of [hosts(2), hosts(13).reverse(), ['b.example.org', 'a.example.org']]) {
      const answer = await client.request('replaceNameservers', { domain, nameservers });
      expect(answer.status).toBe(200);
      expect(answer.body).toEqual({ nameservers, pendingFulfillment: false });
      expect((await client.call('getDomain', { domain })).domain.nameservers).toEqual(nameservers);
    }
    await until('the registry has the last set', async () => {
      const found = await service.registrar.info(domain);
      return found?.nameservers.toSorted().join() === 'a.example.org,b.example.org';
    });
  });

  it('200: hosts are normalised; a host inside the domain itself is fine', async () => {
    const { client } = await service.workspace();
    const domain = service.freshName();
    await client.call('registerDomain', { domain, contact });
    const sent = ['NS1.Example.NET.', 'ns.bücher.example', `ns1.${domain}`, '1.2.3.example'];
    const { nameservers } = await client.call('replaceNameservers', { domain, nameservers: sent });
    expect(nameservers).toEqual([
      'ns1.example.net',
      'ns.xn--bcher-kva.example',
      `ns1.${domain}`,
      '1.2.3.example',
    ]);
  });

  it.each<[string, unknown, string[]]>([
    ['absent', undefined, ['nameservers']],
    ['null', null, ['nameservers']],
    ['a text', 'ns1.example.net', ['nameservers']],
    ['empty', [], ['nameservers']],
    ['one host', hosts(1), ['nameservers']],
    ['fourteen hosts', hosts(14), ['nameservers']],
    ['a number', ['ns1.example.net', 5], ['nameservers[1]']],
    ['one label', ['ns1.example.net', 'ns2'], ['nameservers[1]']],
    ['empty text', ['', 'ns1.example.net'], ['nameservers[0]']],
    ['a dot', ['.', 'ns1.example.net'], ['nameservers[0]']],
    ['an IPv4 address', ['192.0.2.1', 'ns1.example.net'], ['nameservers[0]']],
    ['an IPv6 address', ['2001:db8::1', 'ns1.example.net'], ['nameservers[0]']],
    ['a number at the top', ['ns1.example.5', 'ns1.example.net'], ['nameservers[0]']],
    ['an underscore', ['ns_1.example.net', 'ns1.example.net'], ['nameservers[0]']],
    [
      'hyphens at the edge',
      ['-ns.example.net', 'ns-.example.net'],
      ['nameservers[0]', 'nameservers[1]'],
    ],
    ['two dots', ['ns1..example.net', 'ns1.example.net.'], ['nameservers[0]']],
    ['two trailing dots', ['ns1.example.net..', 'ns2.example.net'], ['nameservers[0]']],
    ['a space', ['ns 1.example.net', 'ns1.example.net'], ['nameservers[0]']],
    ['a long label', [`${'a'.repeat(64)}.example.net`, 'ns1.example.net'], ['nameservers[0]']],
    ['a long name', [`${'a.'.repeat(127)}net`, 'ns1.example.net'], ['nameservers[0]']],
    ['a star', ['*.example.net', 'ns1.example.net'], ['nameservers[0]']],
    ['a NUL', ['ns1.example.net', 'ns2\u0000.example.net'], ['nameservers[1]']],
    ['a repetition', ['ns1.example.net', 'ns2.example.net', 'ns1.example.net'], ['nameservers[2]']],
    ['a repetition in other letters', ['ns1.example.net', 'NS1.EXAMPLE.NET.'], ['nameservers[1]']],
    ['a repetition as U-label', ['a.xn--bcher-kva.de', 'a.bücher.de'], ['nameservers[1]']],
  ])('400: %s', async (_, nameservers, fields) => {
    const { client } = await service.workspace();
    const domain = service.freshName();
    await client.call('registerDomain', { domain, contact });
    const answer = await client.request('replaceNameservers', { domain, nameservers });
    expectRefusal(answer, { status: 400, code: 'invalid_request', fields });
    expect((await client.call('getDomain', { domain })).domain.nameservers).toEqual([
      'ns1.hostmaster.example',
      'ns2.hostmaster.example',
    ]);
  });

  it('404: unknown or of another workspace', async () => {
    const { client, domains } = await service.inaccessibleDomains();
    for (const domain of domains) {
      const answer = await client.request('replaceNameservers', { domain, nameservers: hosts(2) });
      expectRefusal(answer, { status: 404, code: 'domain_not_found' });
    }
  });
});
