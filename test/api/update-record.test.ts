import type { RecordType } from '@hostmaster/dns/records';
import { expectRefusal } from '@hostmaster/test-rig/api-client';
import { contact, describeService, type TestService } from '@hostmaster/test-rig/service';
import { expect, it } from 'vitest';

async function newRecord(service: TestService) {
  const { client } = await service.workspace();
  const domain = service.freshName();
  await client.call('registerDomain', { domain, contact });
  const { record } = await client.call('createRecord', {
    domain,
    type: 'A',
    name: 'www',
    ttl: 300,
    value: '192.0.2.1',
  });
  return { client, domain, record, recordId: record.id };
}

describeService('PATCH /v1/domains/{domain}/dns/{recordId}', (service) => {
  it('200: the full record and nothing else; only the given fields change', async () => {
    const { client, domain, record, recordId } = await newRecord(service);
    let expected = record;
    const steps = [
      { ttl: 600 },
      { name: 'mail' },
      { value: '192.0.2.2' },
      { type: 'TXT', value: 'text' },
      { type: 'TXT' },
      { name: '', ttl: 61 },
      { type: 'MX', value: '10 mail.example.net', name: '@', ttl: 62 },
    ] as const;
    for (const change of steps) {
      const answer = await client.request('updateRecord', { ...change, domain, recordId });
      expect(answer.status).toBe(200);
      expected = {
        ...expected,
        ...change,
        ...('name' in change && change.name === '' ? { name: '@' } : {}),
      };
      expect(answer.body).toEqual({ record: expected });
      expect((await client.call('listRecords', { domain })).records).toEqual([expected]);
    }
  });

  it('200: ttl is clamped, names are normalised, unknown fields ignored', async () => {
    const { client, domain, recordId } = await newRecord(service);
    for (const [ttl, clamped] of [
      [1, 60],
      [-5, 60],
      [100_000, 86_400],
    ]) {
      const { record } = await client.call('updateRecord', { domain, recordId, ttl: ttl ?? 0 });
      expect(record.ttl).toBe(clamped);
    }
    const answer = await client.request('updateRecord', {
      domain,
      recordId,
      name: `WWW.${domain}.`,
      id: 'rec_other',
      priority: 5,
    });
    expect(answer.body).toMatchObject({ record: { id: recordId, name: 'www' } });
  });

  it.each<[string, object, string[]]>([
    ['an empty object', {}, ['type']],
    ['only unknown fields', { id: 'x' }, ['type']],
    ['a type in lower case', { type: 'a' }, ['type']],
    ['type null', { type: null }, ['type']],
    ['an empty value', { value: '' }, ['value']],
    ['ttl as text', { ttl: '60' }, ['ttl']],
    ['ttl 1.5', { ttl: 1.5 }, ['ttl']],
    ['a bad name', { name: 'a..b' }, ['name']],
    ['a bad value for the new type', { type: 'AAAA', value: '192.0.2.1' }, ['value']],
    ['a bad value for the type it has', { value: 'not an address' }, ['value']],
    ['a type that the value it has does not fit', { type: 'AAAA' }, ['value']],
  ])('400: %s', async (_, body, fields) => {
    const { client, domain, record, recordId } = await newRecord(service);
    const answer = await client.request('updateRecord', { ...body, domain, recordId });
    expectRefusal(answer, { status: 400, code: 'invalid_request', fields });
    expect((await client.call('listRecords', { domain })).records).toEqual([record]);
  });

  it('400: no body at all', async () => {
    const { client, domain, recordId } = await newRecord(service);
    const answer = await client.send('PATCH', `/v1/domains/${domain}/dns/${recordId}`);
    expectRefusal(answer, { status: 400, code: 'invalid_request', fields: ['type'] });
  });

  it('200: a record of any type; 400: DS moved to the domain itself', async () => {
    const { client } = await service.workspace();
    const domain = await service.liveDomain(client);
    const digest = 'ab'.repeat(32);
    const create = async (type: RecordType, value: string) => {
      const { record } = await client.call('createRecord', { domain, type, name: 'x', value });
      return record.id;
    };
    const generic = await create('TYPE65534', '\\# 1 00');
    const change = { domain, recordId: generic };
    const { record } = await client.call('updateRecord', { ...change, value: '\\# 1 ff', ttl: 60 });
    expect(record).toMatchObject({ type: 'TYPE65534', value: '\\# 1 ff', ttl: 60 });
    const named = await client.call('updateRecord', {
      ...change,
      type: 'TYPE16',
      value: '\\# 2 0161',
    });
    expect(named.record).toMatchObject({ type: 'TXT', value: '"a"' });
    const ds = { domain, recordId: await create('DS', `1 13 2 ${digest}`) };
    for (const name of ['@', domain]) {
      const moved = await client.request('updateRecord', { ...ds, name });
      expectRefusal(moved, { status: 400, code: 'invalid_request', fields: ['name'] });
    }
    const soa = await client.request('updateRecord', { ...ds, type: 'TYPE6' });
    expectRefusal(soa, { status: 400, code: 'invalid_request', fields: ['type'] });
  });

  it('404: a record that is not there, or on another domain', async () => {
    const { client, domain, recordId } = await newRecord(service);
    const other = service.freshName();
    await client.call('registerDomain', { domain: other, contact });
    for (const [onDomain, id] of [
      [domain, 'rec_missing'],
      [other, recordId],
      [domain, recordId.toUpperCase()],
    ]) {
      const answer = await client.request('updateRecord', {
        domain: onDomain,
        recordId: id,
        ttl: 60,
      });
      expectRefusal(answer, { status: 404, code: 'record_not_found' });
    }
    const { record: changed } = await client.call('updateRecord', { domain, recordId, ttl: 61 });
    expect(changed.ttl).toBe(61);
  });

  it('404: a domain that is unknown or of another workspace', async () => {
    const { client } = await service.workspace();
    const other = await newRecord(service);
    for (const domain of [other.domain, 'missing.com']) {
      const answer = await client.request('updateRecord', {
        domain,
        recordId: other.recordId,
        ttl: 60,
      });
      expectRefusal(answer, { status: 404, code: 'domain_not_found' });
    }
    const { records } = await other.client.call('listRecords', { domain: other.domain });
    expect(records).toEqual([other.record]);
  });
});
