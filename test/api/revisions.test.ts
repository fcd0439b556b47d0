/** The history of a zone: list, read, compare, restore. */
import { type ApiClient, expectRefusal } from '@hostmaster/test-rig/api-client';
import { describeService } from '@hostmaster/test-rig/service';
import { expect, it } from 'vitest';
import { createRecord } from './create-record.ts';

describeService('the history of a zone', (service) => {
  it('lists each change with its author, edge and size, the newest first', async () => {
    const { client } = await service.workspace();
    const domain = await service.liveDomain(client);
    const record = await createRecord(client, domain, { type: 'A', name: 'a', value: '192.0.2.1' });
    await client.call('updateRecord', { domain, recordId: record.id, ttl: 60 });
    // Nothing changes, so it is no revision.
    await client.call('updateRecord', { domain, recordId: record.id, ttl: 60 });
    const before = (await client.call('getDomain', { domain })).domain.nameservers;
    const after = ['ns1.example.net', 'ns2.example.net'];
    await client.call('replaceNameservers', { domain, nameservers: after });
    await client.call('replaceNameservers', { domain, nameservers: after });
    await client.call('deleteRecord', { domain, recordId: record.id });
    const { revisions } = await client.call('listRevisions', { domain });
    const author = {
      at: expect.stringMatching(/Z$/),
      actor: { kind: 'api_key', id: expect.stringMatching(/^key_/) },
      via: 'api',
    };
    expect(revisions).toEqual([
      { revision: 4, ...author, added: 0, changed: 0, removed: 1 },
      { revision: 3, ...author, added: 0, changed: 0, removed: 0, nameservers: { before, after } },
      { revision: 2, ...author, added: 0, changed: 1, removed: 0 },
      { revision: 1, ...author, added: 1, changed: 0, removed: 0 },
    ]);
    const page = await client.call('listRevisions', { domain, limit: 2, before: 4 });
    expect(page.revisions).toEqual(revisions.slice(1, 3));
    const first = await client.call('listRevisions', { domain, limit: 2 });
    const next = { domain, limit: 2, cursor: first.cursor ?? '' };
    expect([...first.revisions, ...(await client.call('listRevisions', next)).revisions]).toEqual(
      revisions.slice(0, 4),
    );
    for (const query of ['cursor=', 'cursor=!', 'cursor=dGlu', 'cursor=MTc&before=4']) {
      const answer = await client.send('GET', `/v1/domains/${domain}/dns/revisions?${query}`);
      expectRefusal(answer, { status: 400, code: 'invalid_request', fields: ['cursor'] });
    }
    const far = Buffer.from('9999999999').toString('base64url');
    expect(await client.call('listRevisions', { domain, limit: 2, cursor: far })).toEqual(first);
    for (const query of ['limit=0', 'limit=1001', 'limit=x', 'limit=1&limit=2', 'before=-1']) {
      const [field = ''] = query.split('=');
      const answer = await client.send('GET', `/v1/domains/${domain}/dns/revisions?${query}`);
      expectRefusal(answer, { status: 400, code: 'invalid_request', fields: [field] });
    }
  });

  it('compares two versions either way, and reads any of them whole', async () => {
    const { client } = await service.workspace();
    const domain = await service.liveDomain(client);
    const a = await createRecord(client, domain, { type: 'A', name: 'a', value: '192.0.2.1' });
    const b = await createRecord(client, domain, { type: 'A', name: 'b', value: '192.0.2.1' });
    await client.call('updateRecord', { domain, recordId: a.id, value: '192.0.2.2' });
    await client.call('updateRecord', { domain, recordId: a.id, value: '192.0.2.3' });
    await client.call('deleteRecord', { domain, recordId: b.id });
    const later = { ...a, value: '192.0.2.3' };
    const compared = await client.call('compareRevisions', { domain, from: 2, to: 5 });
    expect(compared.changes).toEqual([
      { kind: 'changed', before: a, after: later },
      { kind: 'removed', before: b },
    ]);
    const back = await client.call('compareRevisions', { domain, from: 5, to: 2 });
    expect(back.changes).toEqual([
      { kind: 'changed', before: later, after: a },
      { kind: 'added', after: b },
    ]);
    const latest = await client.call('compareRevisions', { domain });
    expect(latest.changes).toEqual([{ kind: 'removed', before: b }]);
    const read = async (revision: number) =>
      (await client.call('getRevision', { domain, revision: String(revision) })).records;
    expect(await read(0)).toEqual([]);
    expect(await read(2)).toEqual([a, b]);
    expect(await read(5)).toEqual([later]);
    for (const missing of ['6', '-1', 'x', '99999999999']) {
      const answer = await client.request('getRevision', { domain, revision: missing });
      expectRefusal(answer, { status: 404, code: 'revision_not_found' });
    }
    expectRefusal(await client.request('compareRevisions', { domain, from: 1, to: 9 }), {
      status: 404,
      code: 'revision_not_found',
    });
  });

  it('restores any version record for record, with the ids it had', async () => {
    const { client } = await service.workspace();
    const domain = await service.liveDomain(client);
    const versions = [await listed(client, domain)];
    const random = seeded(16);
    for (let step = 0; step < 500; step += 1) {
      await changeAtRandom(client, { domain, records: versions.at(-1) ?? [], random });
      versions.push(await listed(client, domain));
    }
    for (let trial = 0; trial < 30; trial += 1) {
      const revision = random(versions.length);
      const answer = await client.call('restoreRevision', { domain, revision });
      expect(await listed(client, domain)).toEqual(versions[revision]);
      const { records } = await client.call('getRevision', {
        domain,
        revision: String(answer.revision),
      });
      expect(records).toEqual(versions[revision]);
    }
    const { revisions } = await client.call('listRevisions', { domain, limit: 1 });
    expect(revisions).toMatchObject([{ via: 'restore' }]);
    expectRefusal(await client.request('restoreRevision', { domain, revision: 9_999 }), {
      status: 404,
      code: 'revision_not_found',
    });
  });

  it('is that of one registration of one workspace', async () => {
    const { client } = await service.workspace();
    const domain = await service.liveDomain(client);
    await createRecord(client, domain, { type: 'A', value: '192.0.2.1' });
    const stranger = (await service.workspace()).client;
    const unknown = service.freshName();
    for (const [name, input] of [
      ['listRevisions', {}],
      ['getRevision', { revision: '1' }],
      ['compareRevisions', { from: 0, to: 1 }],
      ['restoreRevision', { revision: 0 }],
    ] as const) {
      const foreign = await stranger.request(name, { domain, ...input });
      const missing = await stranger.request(name, { domain: unknown, ...input });
      expectRefusal(foreign, { status: 404, code: 'domain_not_found' });
      expect(foreign.text).toBe(missing.text);
    }
  });
});

async function listed(client: ApiClient, domain: string) {
  return (await client.call('listRecords', { domain })).records;
}

async function changeAtRandom(
  client: ApiClient,
  zone: {
    readonly domain: string;
    readonly records: readonly { readonly id: string; readonly ttl: number }[];
    readonly random: (below: number) => number;
  },
): Promise<void> {
  const { domain, records, random } = zone;
  const creates = Array.from({ length: 1 + random(3) }, () => ({
    type: 'A' as const,
    name: `n${random(8)}`,
    value: `192.0.2.${random(250)}`,
  }));
  const touched = records.filter(() => random(4) === 0);
  const half = Math.floor(touched.length / 2);
  await client.call('changeRecords', {
    domain,
    creates,
    updates: touched.slice(0, half).map(({ id, ttl }) => ({ id, ttl: ttl + 60 })),
    deletes: touched.slice(half).map(({ id }) => ({ id })),
  });
}

/** The same numbers in every run. */
function seeded(seed: number): (below: number) => number {
  let state = seed;
  return (below) => {
    state = (Math.imul(state, 1_103_515_245) + 12_345) & 0x7fffffff;
    return Math.floor((state / 0x80000000) * below);
  };
}
