import { expectRefusal } from '@hostmaster/test-rig/api-client';
import { contact, describeService } from '@hostmaster/test-rig/service';
import { expect, it } from 'vitest';

describeService('GET /v1/domains/{domain}/dns', (service) => {
  it('200: a new domain has none', async () => {
    const { client } = await service.workspace();
    const domain = await service.liveDomain(client);
    const answer = await client.request('listRecords', { domain });
    expect(answer.status).toBe(200);
    expect(answer.body).toEqual({ records: [], pendingFulfillment: false });
  });

  it('200: the user’s records, whole, in creation order, also after changes and deletions', async () => {
    const { client } = await service.workspace();
    const domain = service.freshName();
    await client.call('registerDomain', { domain, contact });
    const created = [];
    for (let index = 0; index < 30; index += 1) {
      const { record } = await client.call('createRecord', {
        domain,
        type: 'TXT',
        name: `n${30 - index}`,
        ttl: 60 + index,
        value: `value ${index}`,
      });
      created.push(record);
    }
    expect((await client.call('listRecords', { domain })).records).toEqual(created);

    const [first, second, third] = created;
    if (first === undefined || second === undefined || third === undefined) throw new Error();
    const { record: changed } = await client.call('updateRecord', {
      domain,
      recordId: second.id,
      type: 'A',
      value: '192.0.2.1',
    });
    await client.call('deleteRecord', { domain, recordId: third.id });
    await client.call('deleteRecord', { domain, recordId: created.at(-1)?.id ?? '' });
    const { record: latest } = await client.call('createRecord', {
      domain,
      type: 'TXT',
      value: 'last',
    });
    expect((await client.call('listRecords', { domain })).records).toEqual([
      first,
      changed,
      ...created.slice(3, -1),
      latest,
    ]);
  });

  it('200: records made at once are all there, each with an id of its own', async () => {
    const { client } = await service.workspace();
    const domain = service.freshName();
    await client.call('registerDomain', { domain, contact });
    const created = await Promise.all(
      Array.from({ length: 40 }, () =>
        client.call('createRecord', { domain, type: 'A', value: '192.0.2.1' }),
      ),
    );
    const { records } = await client.call('listRecords', { domain });
    expect(new Set(created.map(({ record }) => record.id)).size).toBe(40);
    expect(new Set(records.map(({ id }) => id))).toEqual(
      new Set(created.map(({ record }) => record.id)),
    );
  });

  it('404: unknown or of another workspace', async () => {
    const { client, domains } = await service.inaccessibleDomains();
    for (const domain of domains) {
      const answer = await client.request('listRecords', { domain });
      expectRefusal(answer, { status: 404, code: 'domain_not_found' });
    }
  });
});
