import { dayMs } from '@hostmaster/contract/durations';
import { expectRefusal } from '@hostmaster/test-rig/api-client';
import { describeService } from '@hostmaster/test-rig/service';
import { describe, expect, it } from 'vitest';
import { hasValidChecksum } from '../../packages/server/src/workspaces/api-key.ts';
import { member } from './people.ts';

describeService('API tokens', (service) => {
  it('are shown once, work at once, and stop with the next request after their revocation', async () => {
    const { page, inside, person } = await member(service);
    const { key, apiKey } = await page.call('createApiKey', { ...inside, name: ' Deployment ' });
    expect(hasValidChecksum(apiKey)).toBe(true);
    expect(key).toMatchObject({
      name: 'Deployment',
      prefix: apiKey.slice(0, 12),
      scope: 'all',
      readsAll: true,
      domainNames: null,
      createdBy: person.name,
      expiresAt: null,
      revokedAt: null,
      lastUsedAt: null,
      state: 'valid',
    });
    const client = service.client.withKey(apiKey);
    expect((await client.call('getAccount', {})).account.id).toBe(inside.workspaceId);

    const listed = await page.request('listApiKeys', inside);
    expect(listed.text).not.toContain(apiKey.slice(12));
    expect((listed.body as { keys: { id: string }[] }).keys[0]?.id).toBe(key.id);

    await page.call('revokeApiKey', { ...inside, keyId: key.id });
    expectRefusal(await client.send('GET', '/v1/account'), { status: 401, code: 'unauthorized' });
    const { keys } = await page.call('listApiKeys', inside);
    expect(keys.find(({ id }) => id === key.id)).toMatchObject({
      state: 'revoked',
      revokedAt: expect.any(String),
    });
  });

  it('are limited by scope, domains and time as asked', async () => {
    const { page, inside, workspace } = await member(service);
    const name = await service.liveDomain(workspace.client);
    const expiresAt = new Date(Date.now() + dayMs).toISOString();
    const { key, apiKey } = await page.call('createApiKey', {
      ...inside,
      name: 'Reader',
      scope: 'read',
      domainNames: [name.toUpperCase(), name],
      expiresAt,
    });
    expect(key).toMatchObject({ scope: 'read', domainNames: [name], expiresAt });
    const client = service.client.withKey(apiKey);
    expect((await client.call('listDomains', {})).domains).toHaveLength(1);
    const refused = await client.request('updateDomain', { domain: name, autoRenew: true });
    expectRefusal(refused, { status: 403, code: 'forbidden' });
  });

  it('400: for domains that the workspace neither has nor transfers in', async () => {
    const { page, inside, workspace } = await member(service);
    const own = await service.liveDomain(workspace.client);
    const other = await service.liveDomain((await service.workspace()).client);
    const domainNames = [own, other, 'missing.com'];
    const refused = await page.request('createApiKey', { ...inside, name: 'x', domainNames });
    const fields = ['domainNames[1]', 'domainNames[2]'];
    expectRefusal(refused, { status: 400, code: 'invalid_request', fields });
    expect((await page.call('listApiKeys', inside)).keys).toHaveLength(1);
  });

  it('those an operator made have no creator', async () => {
    const { page, inside } = await member(service);
    const { keys } = await page.call('listApiKeys', inside);
    expect(keys).toEqual([expect.objectContaining({ name: 'First key', createdBy: null })]);
  });

  it('400: each wrong field is named and nothing is made', async () => {
    const { page, inside } = await member(service);
    const cases: [object, string][] = [
      [{}, 'name'],
      [{ name: ' ' }, 'name'],
      [{ name: 'x'.repeat(101) }, 'name'],
      [{ name: 'a\nb' }, 'name'],
      [{ name: 'a', scope: 'root' }, 'scope'],
      [{ name: 'a', domainNames: [] }, 'domainNames'],
      [{ name: 'a', domainNames: 'x.com' }, 'domainNames'],
      [{ name: 'a', domainNames: ['x.com', 'not a name'] }, 'domainNames[1]'],
      [{ name: 'a', expiresAt: 'tomorrow' }, 'expiresAt'],
      [{ name: 'a', expiresAt: 5 }, 'expiresAt'],
      [{ name: 'a', expiresAt: '2020-01-01T00:00:00Z' }, 'expiresAt'],
    ];
    for (const [body, field] of cases) {
      const answer = await page.request('createApiKey', { ...inside, ...body });
      expectRefusal(answer, { status: 400, code: 'invalid_request', fields: [field] });
    }
    expect((await page.call('listApiKeys', inside)).keys).toHaveLength(1);
  });

  it('404: a key of another workspace cannot be revoked', async () => {
    const { page, inside } = await member(service);
    const other = await member(service);
    const [theirs] = (await other.page.call('listApiKeys', other.inside)).keys;
    const hidden = await page.request('revokeApiKey', { ...inside, keyId: theirs?.id });
    const missing = await page.request('revokeApiKey', { ...inside, keyId: 'key_missing' });
    expectRefusal(hidden, { status: 404, code: 'key_not_found' });
    expect(missing.text).toBe(hidden.text);
    expect((await other.workspace.client.send('GET', '/v1/account')).status).toBe(200);
  });

  describe('for UPDATE', () => {
    it('show their secret once', async () => {
      const { page, inside, workspace, person } = await member(service);
      const domain = await service.liveDomain(workspace.client);
      const { key, secret } = await page.call('createUpdateKey', {
        ...inside,
        domains: [domain.toUpperCase()],
        namePattern: '_acme-challenge.*',
        types: ['TXT'],
      });
      expect(Buffer.from(secret, 'base64')).toHaveLength(32);
      expect(key).toMatchObject({
        domains: [domain],
        transfer: false,
        isWeak: false,
        namePattern: '_acme-challenge.*',
        types: ['TXT'],
        algorithm: 'hmac-sha256',
        createdBy: person.name,
        state: 'valid',
      });
      const listed = await page.request('listUpdateKeys', inside);
      expect(listed.text).not.toContain(secret);
      await page.call('revokeUpdateKey', { ...inside, keyName: key.name });
      const { keys } = await page.call('listUpdateKeys', inside);
      expect(keys).toEqual([expect.objectContaining({ name: key.name, state: 'revoked' })]);
    });

    it('are events of their domain, or of the workspace when they are for several', async () => {
      const { page, inside, workspace } = await member(service);
      const names = [service.freshName(), service.freshName()];
      await Promise.all(names.map((name) => service.liveDomain(workspace.client, name)));
      const told: object[] = [];
      for (const domains of [names.slice(0, 1), names, null]) {
        const { key } = await page.call('createUpdateKey', { ...inside, domains });
        await page.call('revokeUpdateKey', { ...inside, keyName: key.name });
        const domain = domains?.length === 1 ? (domains[0] ?? '') : null;
        const data = { key: key.name };
        told.push({ type: 'update_key.created', domain, data });
        told.push({ type: 'update_key.revoked', domain, data });
      }
      const { events } = await workspace.client.call('listEvents', {});
      const ofKeys = events.filter(({ type }) => type.startsWith('update_key.'));
      expect(ofKeys).toMatchObject(told);
    });

    it('400, 404: pattern and types must be valid, and the domain must exist', async () => {
      const { page, inside, workspace } = await member(service);
      const domains = [service.freshName()];
      const make = (body: object) => page.request('createUpdateKey', { ...inside, ...body });
      for (const [body, field] of [
        [{}, 'domains'],
        [{ domains, namePattern: 'a b' }, 'namePattern'],
        [{ domains, types: [] }, 'types'],
        [{ domains, types: ['NOPE'] }, 'types[0]'],
        [{ domains, algorithm: 'hmac-sha224' }, 'algorithm'],
        [{ domains, expiresAt: '2020-01-01T00:00:00Z' }, 'expiresAt'],
      ] as const) {
        const answer = await make(body);
        expectRefusal(answer, { status: 400, code: 'invalid_request', fields: [field] });
      }
      expectRefusal(await make({ domains }), { status: 404, code: 'domain_not_found' });
      expect(workspace.id).toBe(inside.workspaceId);
      const missing = await page.request('revokeUpdateKey', { ...inside, keyName: 'x' });
      expectRefusal(missing, { status: 404, code: 'key_not_found' });
    });
  });
});
