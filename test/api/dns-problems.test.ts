/** GET /v1/domains/{domain}/dns/problems: records that are stored but not published as they are. */
import { type ApiClient, expectRefusal } from '@hostmaster/test-rig/api-client';
import { describeService } from '@hostmaster/test-rig/service';
import { expect, it } from 'vitest';

describeService('GET /v1/domains/{domain}/dns/problems', (service) => {
  const create = async (
    client: ApiClient,
    domain: string,
    name: string,
    type: string,
    value: string,
  ) => {
    const input = { domain, name, type, value } as Parameters<
      typeof client.call<'createRecord'>
    >[1];
    return (await client.call('createRecord', input)).record;
  };

  it('200: names each record with its reason, and nothing else', async () => {
    const { client } = await service.workspace();
    const domain = await service.liveDomain(client);
    await create(client, domain, 'www', 'A', '192.0.2.1');
    const cname = await create(client, domain, 'www', 'CNAME', 'target.example.net');
    await create(client, domain, 'mail', 'A', '192.0.2.2');
    const again = await create(client, domain, 'mail', 'A', '192.0.2.2');
    await create(client, domain, 'mail', 'A', '192.0.2.3');
    const apex = await create(client, domain, '@', 'NS', 'ns9.example.net');
    await create(client, domain, 'child', 'NS', 'ns1.example.net');
    const hidden = await create(client, domain, 'deep.below.child', 'TXT', 'x');
    // An exact duplicate has its own id, as the specification says.
    expect(again.id).toMatch(/^rec_/);
    const answer = await client.call('listProblems', { domain });
    expect(answer.cursor).toBeNull();
    const found = new Map(answer.problems.map((problem) => [problem.recordId, problem]));
    expect(found.size).toBe(4);
    expect(found.get(cname.id)).toMatchObject({
      name: 'www',
      type: 'CNAME',
      code: 'address_at_name',
      message: 'not published: A or AAAA records at the same name take precedence',
    });
    expect(found.get(again.id)?.code).toBe('duplicate');
    expect(found.get(apex.id)?.code).toBe('apex_nameserver');
    expect(found.get(hidden.id)?.code).toBe('below_delegation');
    expect(found.get(again.id)?.message).toBe(
      'not published: an older record has the same name, type and value',
    );
    expect(found.get(apex.id)?.message).toMatch(/^not published: the nameservers of the domain/);
    expect(found.get(hidden.id)?.message).toBe('never answered: child is delegated by NS records');
  });

  it('200: propagation names those of the latest change', async () => {
    const { client } = await service.workspace();
    const domain = await service.liveDomain(client);
    await create(client, domain, 'www', 'A', '192.0.2.1');
    expect((await client.call('getPropagation', { domain })).problems).toEqual([]);
    const { id } = await create(client, domain, 'www', 'CNAME', 'target.example.net');
    expect((await client.call('getPropagation', { domain })).problems).toMatchObject([
      { recordId: id, name: 'www', type: 'CNAME' },
    ]);
    await create(client, domain, 'other', 'A', '192.0.2.1');
    expect((await client.call('getPropagation', { domain })).problems).toEqual([]);
    expect((await client.call('listProblems', { domain })).problems).toHaveLength(1);
  });

  it('200: a large zone comes in pages, none of which lacks a record or repeats one', async () => {
    const { client } = await service.workspace();
    const domain = await service.liveDomain(client);
    const names = Array.from({ length: 800 }, (_, index) => `n${String(index).padStart(4, '0')}`);
    const creates = names.map((name) => ({ name, type: 'A', value: '192.0.2.1' }) as const);
    await client.call('changeRecords', { domain, creates });
    const wrong = ['n0003', 'n0700', '*.wild', '@'];
    const doubled = wrong.flatMap((name) => [
      { name, type: 'A', value: '192.0.2.9' } as const,
      { name, type: 'A', value: '192.0.2.9' } as const,
    ]);
    await client.call('changeRecords', { domain, creates: doubled });
    const found: string[] = [];
    let pages = 0;
    for (let cursor: string | null = null; ; ) {
      const page: Awaited<ReturnType<typeof read>> = await read(cursor);
      found.push(...page.problems.map(({ name }) => name));
      pages += 1;
      cursor = page.cursor;
      if (cursor === null) break;
    }
    expect(found.sort()).toEqual([...wrong].sort());
    expect(pages).toBeGreaterThan(1);
    function read(cursor: string | null) {
      return client.call('listProblems', { domain, ...(cursor === null ? {} : { cursor }) });
    }
  });

  it('400 and 404', async () => {
    const { client } = await service.workspace();
    const domain = await service.liveDomain(client);
    for (const cursor of ['x', 'MTc', 'Li4']) {
      const refused = await client.request('listProblems', { domain, cursor });
      expectRefusal(refused, { status: 400, code: 'invalid_request', fields: ['cursor'] });
    }
    const unknown = await client.send('GET', `/v1/domains/${domain}/dns/problems?limit=5`);
    expect(unknown.status).toBe(400);
    const other = await service.workspace();
    for (const name of [domain, 'missing.com']) {
      const refused = await other.client.request('listProblems', { domain: name });
      expectRefusal(refused, { status: 404, code: 'domain_not_found' });
    }
  });
});
