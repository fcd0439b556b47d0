import { endpoints } from '@hostmaster/contract';
import { readList } from '@hostmaster/storage';
import { type Answer, expectRefusal } from '@hostmaster/test-rig/api-client';
import { contact, describeService } from '@hostmaster/test-rig/service';
import { describe, expect, it } from 'vitest';
import { persistChange } from '../../packages/server/src/changes/persist.ts';
import { listApiKeys } from '../../packages/server/src/storage/queries/keys/api-keys.ts';
import { update } from '../../packages/server/src/storage/row-write.ts';
import { apiKeys } from '../../packages/server/src/storage/tables/keys/api-keys.ts';
import { generateApiKey, hasValidChecksum } from '../../packages/server/src/workspaces/api-key.ts';

const everyEndpoint = Object.values(endpoints).map(
  ({ method, path }) =>
    [method, path.replace('{domain}', 'name.com').replace('{recordId}', 'rec_1')] as const,
);

describe('API keys', () => {
  it('consist of a prefix, 32 random base62 characters and a checksum of six', () => {
    expect(generateApiKey('sandbox')).toMatch(/^hm_test_[0-9A-Za-z]{38}$/);
    expect(generateApiKey('production')).toMatch(/^hm_live_[0-9A-Za-z]{38}$/);
    const keys = Array.from({ length: 1_000 }, () => generateApiKey('sandbox'));
    expect(new Set(keys.map((key) => key.slice(8, 40))).size).toBe(1_000);
    expect(keys.every(hasValidChecksum)).toBe(true);
  });

  it('detect a mistyped character', () => {
    const key = generateApiKey('sandbox');
    for (let at = 8; at < key.length; at += 1) {
      const other = key[at] === 'a' ? 'b' : 'a';
      expect(hasValidChecksum(key.slice(0, at) + other + key.slice(at + 1))).toBe(false);
    }
    for (const noise of ['', 'hm_test_', key.slice(1), `${key}a`, key.replace('test', 'live')]) {
      expect(hasValidChecksum(noise)).toBe(false);
    }
  });
});

describeService('authentication', (service) => {
  it('401: one and the same body for a missing, wrong, revoked or expired key, everywhere', async () => {
    const workspace = await service.workspace();
    const revoked = await service.key(workspace);
    await service.revoke(revoked.id);
    const expired = await service.key(workspace, { expiresAt: Date.now() - 1 });
    const last = workspace.apiKey.at(-1) === 'a' ? 'b' : 'a';
    const openers: Record<string, string | null> = {
      missing: null,
      empty: '',
      wrong: generateApiKey('sandbox'),
      mistyped: workspace.apiKey.slice(0, -1) + last,
      'in upper case': workspace.apiKey.toUpperCase(),
      'of another mode': workspace.apiKey.replace('test', 'live'),
      'with rubbish': 'x'.repeat(5_000),
      revoked: revoked.apiKey,
      expired: expired.apiKey,
    };
    const paths: (readonly [string, string])[] = [
      ...everyEndpoint,
      ['GET', '/v1'],
      ['GET', '/v1/'],
      ['GET', '/v1/nothing/here'],
      ['PUT', '/v1/domains'],
      ['DELETE', '/v1/account'],
      ['GET', '/v1/domains/%zz'],
      ['GET', '/v1?x=1'],
      ['GET', '/v1/domains/name.com%00'],
    ];
    const texts = new Set<string>();
    for (const [method, path] of paths) {
      for (const [kind, apiKey] of Object.entries(openers)) {
        const answer = await service.client.withKey(apiKey).send(method, path);
        expectRefusal(answer, { status: 401, code: 'unauthorized' });
        expect(answer.headers['x-request-id'], `${kind} ${method} ${path}`).toMatch(/^req-/);
        texts.add(answer.text);
      }
    }
    expect(texts.size).toBe(1);
  });

  it('401: precedes every check of the body, which is not read', async () => {
    const anonymous = service.client;
    const answers = [
      await anonymous.send('POST', '/v1/domains', { raw: '{', headers: json }),
      await anonymous.send('POST', '/v1/domains', { raw: 'x', headers: { 'content-type': 'a/b' } }),
      await anonymous.send('POST', '/v1/domains', {
        raw: '',
        headers: { ...json, 'content-length': '0' },
      }),
    ];
    for (const answer of answers) expectRefusal(answer, { status: 401, code: 'unauthorized' });
    // 200,000 octets are announced and never sent: only a server that does not wait can answer.
    const unread = await anonymous.sendBytes(
      'POST /v1/domains HTTP/1.1\r\nhost: x\r\nconnection: close\r\ncontent-type: application/json\r\ncontent-length: 200000\r\n\r\n{',
    );
    expect(unread.status).toBe(401);
  });

  it('401: a key sent twice is refused, in one header or in two', async () => {
    const { apiKey } = await service.workspace();
    for (const value of [[apiKey, apiKey], [`${apiKey}, ${apiKey}`], [apiKey, '']]) {
      const answer = await service.client.send('GET', '/v1/account', {
        headers: { 'x-api-key': value },
      });
      expectRefusal(answer, { status: 401, code: 'unauthorized' });
    }
  });

  it('401: wrong keys are never throttled into another status', async () => {
    const wrong = service.client.withKey(generateApiKey('sandbox'));
    const answers = await Promise.all(
      Array.from({ length: 400 }, () => wrong.send('GET', '/v1/account')),
    );
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([401]));
  });

  it('401: a revocation takes effect with the next request, also on an open connection', async () => {
    const workspace = await service.workspace();
    const key = await service.key(workspace);
    const client = key.client.onOneConnection();
    expect((await client.send('GET', '/v1/account')).status).toBe(200);
    await service.revoke(key.id);
    expectRefusal(await client.send('GET', '/v1/account'), { status: 401, code: 'unauthorized' });
    expect((await workspace.client.send('GET', '/v1/account')).status).toBe(200);
    client.close();
  });

  it('concurrent requests with different keys are kept apart, and a revoked key is refused', async () => {
    const rich = await service.workspace({ credits: '700' });
    const poor = await service.workspace({ credits: '3' });
    const revoked = await service.key(rich);
    const ask = async () => {
      const clients = [rich.client, poor.client, revoked.client, service.client];
      const answers = await Promise.all(
        Array.from({ length: 60 }, (_, i) =>
          (clients[i % clients.length] ?? service.client).send('GET', '/v1/account'),
        ),
      );
      return clients.map((_, at) => {
        const mine = answers.filter((_, i) => i % clients.length === at);
        return new Set(mine.map(({ status, text }) => (status === 200 ? text : status)));
      });
    };
    const before = await ask();
    const balance = (credits: number) => new Set([expect.stringContaining(`"balance":${credits}`)]);
    expect(before).toEqual([balance(700), balance(3), balance(700), new Set([401])]);
    await service.revoke(revoked.id);
    expect(await ask()).toEqual([balance(700), balance(3), new Set([401]), new Set([401])]);
  });

  it('a key works until the instant it expires', async () => {
    const workspace = await service.workspace();
    const key = await service.key(workspace, { expiresAt: Date.now() + 60_000 });
    expect((await key.client.send('GET', '/v1/account')).status).toBe(200);
  });

  it('only a hash of a key is stored, and twelve characters to recognise it', async () => {
    const workspace = await service.workspace();
    const [key] = await readList(service.database, listApiKeys, { workspaceId: workspace.id });
    expect(key?.prefix).toBe(workspace.apiKey.slice(0, 12));
    expect(JSON.stringify(key)).not.toContain(workspace.apiKey.slice(12));
  });

  describe('403', () => {
    const needs: Record<'any' | 'read' | 'dns' | 'all', readonly string[]> = {
      any: [
        'checkDomains',
        'listDomains',
        'getDomain',
        'getTransferLock',
        'listRecords',
        'listRevisions',
        'getRevision',
        'compareRevisions',
        'listProblems',
        'getPropagation',
        'getSoa',
        'listDomainSecondaries',
        'listTemplates',
        'checkMail',
        'getDnssec',
        'listEvents',
        'getTags',
        'listTags',
        'listTaggedDomains',
        'searchWorkspace',
        // Each kind of bulk operation needs the scope of its single operation.
        'createBulk',
        'listBulks',
        'getBulk',
        'startBulk',
        'cancelBulk',
        'retryBulk',
      ],
      read: [
        'quoteDomains',
        'listPrices',
        'getContact',
        'getRestore',
        'listTransfers',
        'getTransfer',
        'listReceipts',
        'getReceipt',
        'downloadReceipt',
        'getBilling',
        'getSpending',
        'exportSpending',
        'getAccount',
      ],
      dns: [
        'createRecord',
        'updateRecord',
        'deleteRecord',
        'changeRecords',
        'applyTemplate',
        'restoreRevision',
        'replaceSoa',
        'addDomainSecondary',
        'removeDomainSecondary',
      ],
      all: [
        'registerDomain',
        'updateDomain',
        'renewDomain',
        'replaceNameservers',
        'changeTags',
        'saveTemplate',
        'deleteTemplate',
        'setBilling',
        'setBudget',
      ],
    };

    it('a key of lesser scope, on each endpoint that needs more', async () => {
      const workspace = await service.workspace();
      const read = await service.key(workspace, { scope: 'read' });
      const dns = await service.key(workspace, { scope: 'dns' });
      for (const [name, { method, path }] of Object.entries(endpoints)) {
        const target = path.replace('{domain}', 'missing.com').replace('{recordId}', 'rec_1');
        const [byRead, byDns] = await Promise.all([
          read.client.send(method, target),
          dns.client.send(method, target),
        ]);
        const isAny = needs.any.includes(name);
        const isRead = isAny || needs.read.includes(name);
        if (isRead) expect(byRead.status, name).not.toBe(403);
        else expectRefusal(byRead, { status: 403, code: 'forbidden' });
        if (isAny || needs.dns.includes(name)) expect(byDns.status, name).not.toBe(403);
        else expectRefusal(byDns, { status: 403, code: 'forbidden' });
      }
    });

    it('a dns key changes records and nothing else', async () => {
      const workspace = await service.workspace();
      const domain = service.freshName();
      await workspace.client.call('registerDomain', { domain, contact });
      const { client } = await service.key(workspace, { scope: 'dns' });
      const { record } = await client.call('createRecord', { domain, type: 'TXT', value: 'x' });
      await client.call('updateRecord', { domain, recordId: record.id, ttl: 60 });
      await client.call('deleteRecord', { domain, recordId: record.id });
      const answer = await client.request('updateDomain', { domain, autoRenew: true });
      expectRefusal(answer, { status: 403, code: 'forbidden' });
    });

    it('a dns key reads domains and DNS, and a key of an earlier version everything', async () => {
      const workspace = await service.workspace();
      const domain = await service.liveDomain(workspace.client);
      const { id, client } = await service.key(workspace, { scope: 'dns', domains: [domain] });
      const forbidden = { status: 403, code: 'forbidden' } as const;
      expect((await client.call('getDomain', { domain })).domain.name).toBe(domain);
      await client.call('listRecords', { domain });
      await client.call('listRevisions', { domain });
      expectRefusal(await client.request('getContact', { domain }), forbidden);
      expectRefusal(await client.request('getAccount', {}), forbidden);
      await persistChange(service.database, {
        rows: [update(apiKeys, { id }, { readsAll: true })],
      });
      expect((await client.call('getContact', { domain })).contact).toMatchObject(contact);
      expect((await client.call('getAccount', {})).account.id).toBe(workspace.id);
    });

    it('a dns key for all domains sees the events of domains only, and no prices', async () => {
      const workspace = await service.workspace();
      const domain = await service.liveDomain(workspace.client);
      const { client } = await service.key(workspace, { scope: 'dns' });
      const types = async (reader: typeof client) =>
        (await reader.call('listEvents', {})).events.map(({ type }) => type);
      expect(await types(workspace.client)).toContain('key.created');
      expect(await types(workspace.client)).toContain('domain.registration_started');
      expect(await types(client)).toContain('domain.registered');
      const { events } = await client.call('listEvents', {});
      expect(new Set(events.map((event) => event.domain))).toEqual(new Set([domain]));
      expect(JSON.stringify(events)).not.toContain('credits');
    });

    it('a key limited to domains cannot register', async () => {
      const workspace = await service.workspace();
      const domain = service.freshName();
      const { client } = await service.key(workspace, { domains: [domain] });
      const answer = await client.request('registerDomain', { domain, contact });
      expectRefusal(answer, { status: 403, code: 'forbidden' });
    });
  });

  it('404: a key limited to some domains does not find the others', async () => {
    const workspace = await service.workspace();
    const inside = service.freshName();
    const outside = service.freshName();
    for (const domain of [inside, outside]) {
      await workspace.client.call('registerDomain', { domain, contact });
    }
    const { record } = await workspace.client.call('createRecord', {
      domain: outside,
      type: 'TXT',
      value: 'x',
    });
    const { client } = await service.key(workspace, { domains: [inside] });
    expect((await client.call('listDomains', {})).domains.map(({ name }) => name)).toEqual([
      inside,
    ]);
    expect((await client.call('getDomain', { domain: inside })).domain.name).toBe(inside);
    const ask = (domain: string): Promise<Answer>[] => [
      client.request('getDomain', { domain }),
      client.request('updateDomain', { domain, autoRenew: true }),
      client.request('renewDomain', { domain }),
      client.request('replaceNameservers', {
        domain,
        nameservers: ['a.example.net', 'b.example.net'],
      }),
      client.request('listRecords', { domain }),
      client.request('createRecord', { domain, type: 'TXT', value: 'x' }),
      client.request('updateRecord', { domain, recordId: record.id, ttl: 60 }),
      client.request('deleteRecord', { domain, recordId: record.id }),
    ];
    const [hidden, missing] = [
      await Promise.all(ask(outside)),
      await Promise.all(ask('missing.com')),
    ];
    for (const answer of hidden) expectRefusal(answer, { status: 404, code: 'domain_not_found' });
    expect(hidden.map(({ text }) => text)).toEqual(missing.map(({ text }) => text));
    expect((await workspace.client.call('listRecords', { domain: outside })).records).toHaveLength(
      1,
    );
  });
});

const json = { 'content-type': 'application/json' };
