/** ETag, If-None-Match and If-Match on records and nameservers. */
import { ApiClient, expectRefusal } from '@hostmaster/test-rig/api-client';
import { createEngine } from '@hostmaster/test-rig/engines';
import { startServer } from '@hostmaster/test-rig/process';
import { contact, describeService } from '@hostmaster/test-rig/service';
import { describe, expect, it } from 'vitest';
import { createRecord } from './create-record.ts';

describeService('entity tags', (service) => {
  it('a record list is not sent again while it is the same', async () => {
    const { client } = await service.workspace();
    const domain = await service.liveDomain(client);
    await createRecord(client, domain, { type: 'A', name: 'a', value: '192.0.2.1' });
    const tag = await tagOf(client, domain);
    const same = await client.request('listRecords', { domain }, conditions('if-none-match', tag));
    expect(same).toMatchObject({ status: 304, text: '', headers: { etag: tag } });
    const other = `"other", W/${tag}`;
    const weak = await client.request(
      'listRecords',
      { domain },
      conditions('if-none-match', other),
    );
    expect(weak.status).toBe(304);
    await createRecord(client, domain, { type: 'A', name: 'b', value: '192.0.2.1' });
    const changed = await client.request(
      'listRecords',
      { domain },
      conditions('if-none-match', tag),
    );
    expect(changed.status).toBe(200);
    expect(changed.headers.etag).not.toBe(tag);
  });

  it('each content coding has a tag of its own, and any of them will do for a change', async () => {
    const { client } = await service.workspace();
    const domain = await service.liveDomain(client);
    await client.call('changeRecords', {
      domain,
      creates: Array.from({ length: 40 }, (_, index) => ({
        type: 'A' as const,
        name: `host-${index}`,
        value: '192.0.2.1',
      })),
    });
    const plain = await tagOf(client, domain);
    const path = `/v1/domains/${domain}/dns`;
    const zipped = await client.send('GET', path, { headers: { 'accept-encoding': 'gzip' } });
    const tag = String(zipped.headers.etag);
    expect(tag).not.toBe(plain);
    const same = await client.send('GET', path, {
      headers: { 'accept-encoding': 'gzip', 'if-none-match': tag },
    });
    expect(same).toMatchObject({ status: 304, headers: { etag: tag } });
    const record = { domain, type: 'A', name: 'c', value: '192.0.2.1' };
    const made = await client.request('createRecord', record, conditions('if-match', tag));
    expect(made.status, made.text).toBe(200);
  });

  it('the end of provisioning is another version of the list, and no change of it', async () => {
    const { client } = await service.workspace();
    const domain = service.freshName();
    const held = service.registry.hold('create', domain);
    await client.call('registerDomain', { domain, contact });
    await createRecord(client, domain, { type: 'A', name: 'a', value: '192.0.2.1' });
    const pending = await tagOf(client, domain);
    held.release();
    await service.untilLive(client, domain);
    const live = await tagOf(client, domain);
    expect(live).not.toBe(pending);
    const record = { domain, type: 'A', name: 'b', value: '192.0.2.1' };
    const made = await client.request('createRecord', record, conditions('if-match', pending));
    expect(made.status, made.text).toBe(200);
  });

  it('a change with an old tag is refused with the current one, and changes nothing', async () => {
    const { client } = await service.workspace();
    const domain = await service.liveDomain(client);
    const record = await createRecord(client, domain, { type: 'A', name: 'a', value: '192.0.2.1' });
    const old = await tagOf(client, domain);
    const nameservers = ['a.example.net', 'b.example.net'];
    await client.call('replaceNameservers', { domain, nameservers });
    const current = await tagOf(client, domain);
    expect(current).not.toBe(old);
    const changes = [
      ['createRecord', { domain, type: 'A', name: 'b', value: '192.0.2.2' }],
      ['updateRecord', { domain, recordId: record.id, ttl: 60 }],
      ['deleteRecord', { domain, recordId: record.id }],
      ['changeRecords', { domain, deletes: [{ id: record.id }] }],
      ['restoreRevision', { domain, revision: 0 }],
      ['replaceNameservers', { domain, nameservers: [...nameservers].reverse() }],
    ] as const;
    for (const [name, input] of changes) {
      const refused = await client.request(name, input, conditions('if-match', old));
      expectRefusal(refused, { status: 412, code: 'precondition_failed' });
      expect(refused.headers.etag, name).toBe(current);
      const weak = await client.request(name, input, conditions('if-match', `W/${current}`));
      expectRefusal(weak, { status: 412, code: 'precondition_failed' });
      const malformed = await client.request(name, input, conditions('if-match', 'no-quotes'));
      expectRefusal(malformed, { status: 400, code: 'invalid_request', fields: ['If-Match'] });
    }
    expect(await tagOf(client, domain)).toBe(current);
    // What does not exist is refused first.
    const gone = await client.request(
      'deleteRecord',
      { domain, recordId: 'rec_none' },
      conditions('if-match', old),
    );
    expectRefusal(gone, { status: 404, code: 'record_not_found' });
    for (const [name, input] of changes) {
      const tag = `"no", ${await tagOf(client, domain)}`;
      if (name === 'deleteRecord' || name === 'restoreRevision') continue;
      const done = await client.request(name, input, conditions('if-match', tag));
      expect(done.status, done.text).toBe(200);
    }
  });

  it('a record has a tag of its own, which other records do not change', async () => {
    const { client } = await service.workspace();
    const domain = await service.liveDomain(client);
    const input = { domain, type: 'A', name: 'a', value: '192.0.2.1' };
    const made = await client.request('createRecord', input);
    const { record } = made.body as { record: { id: string } };
    const first = String(made.headers.etag);
    await createRecord(client, domain, { type: 'A', name: 'b', value: '192.0.2.1' });
    const change = { domain, recordId: record.id, ttl: 120 };
    const changed = await client.request('updateRecord', change, conditions('if-match', first));
    expect(changed.status, changed.text).toBe(200);
    const second = String(changed.headers.etag);
    expect(second).not.toBe(first);
    const late = await client.request('updateRecord', change, conditions('if-match', first));
    expectRefusal(late, { status: 412, code: 'precondition_failed' });
    expect(late.headers.etag).toBe(second);
    const gone = await client.request(
      'deleteRecord',
      { domain, recordId: record.id },
      conditions('if-match', second),
    );
    expect(gone.status, gone.text).toBe(200);
  });

  it('of racing writers each builds on the one before: no update is lost', async () => {
    const { client } = await service.workspace();
    const domain = await service.liveDomain(client);
    await expectNoLostUpdate([client], domain);
  });
});

describe('racing writers at two processes on PostgreSQL', () => {
  const engine = createEngine('postgres');

  it('lose no update either', async () => {
    const apiKey = 'racing-writers-at-two-processes';
    const place = await engine.place();
    const environment = { HOSTMASTER_FIRST_API_KEY: apiKey, HOSTMASTER_SANDBOX_DELAY: '20ms' };
    const clients: ApiClient[] = [];
    for (const _ of ['first', 'second']) {
      const { url } = await startServer(engine, { place, environment });
      clients.push(new ApiClient({ url, apiKey }));
    }
    const domain = 'race.com';
    await clients[0]?.call('registerDomain', { domain, contact });
    await expectNoLostUpdate(clients, domain);
    for (const client of clients) client.close();
  });
});

const writers = 50;

/** Each writer counts one up, by turns at each client; the chain of revisions has all of them. */
async function expectNoLostUpdate(clients: readonly ApiClient[], domain: string): Promise<void> {
  const [client] = clients;
  if (client === undefined) throw new Error('There is no client.');
  const record = await createRecord(client, domain, { type: 'TXT', name: 'chain', value: '0' });
  const write = async (writer: number) => {
    const own = clients[writer % clients.length] ?? client;
    for (;;) {
      const listed = await own.request('listRecords', { domain });
      const { records } = listed.body as { records: { value: string }[] };
      const next = String(Number(records[0]?.value) + 1);
      const answer = await own.request(
        'updateRecord',
        { domain, recordId: record.id, value: next },
        conditions('if-match', String(listed.headers.etag)),
      );
      if (answer.status === 200) return;
      expectRefusal(answer, { status: 412, code: 'precondition_failed' });
    }
  };
  await Promise.all(Array.from({ length: writers }, (_, writer) => write(writer)));
  const { records } = await client.call('listRecords', { domain });
  expect(records).toEqual([{ ...record, value: String(writers) }]);
  const { revisions } = await client.call('listRevisions', { domain });
  expect(revisions.map(({ revision }) => revision)).toEqual(
    Array.from({ length: writers + 1 }, (_, index) => writers + 1 - index),
  );
}

function conditions(header: 'if-match' | 'if-none-match', value: string) {
  return { headers: { [header]: value } };
}

async function tagOf(client: ApiClient, domain: string): Promise<string> {
  const { headers } = await client.request('listRecords', { domain });
  expect(headers.etag).toMatch(/^"[^"]+"$/);
  return String(headers.etag);
}
