import { type EventType, eventTypes } from '@hostmaster/contract';
import type { ApiClient } from '@hostmaster/test-rig/api-client';
import { contact, describeService, until } from '@hostmaster/test-rig/service';
import { expect, it } from 'vitest';

interface Page {
  readonly events: readonly {
    readonly id: string;
    readonly type: EventType;
    readonly at: string;
    readonly domain: string | null;
    readonly data: Readonly<Record<string, unknown>>;
  }[];
  readonly cursor: string;
}

describeService(
  'GET /v1/events',
  (service) => {
    const read = async (client: ApiClient, query = ''): Promise<Page> => {
      const answer = await client.send('GET', `/v1/events${query}`);
      expect(answer.status, answer.text).toBe(200);
      return answer.body as Page;
    };

    it('tells what happened, in order, with the data of each type and no secret', async () => {
      const workspace = await service.workspace();
      const { client } = workspace;
      const domain = await service.liveDomain(client);
      const { record } = await client.call('createRecord', { domain, type: 'TXT', value: 'x' });
      await client.call('updateRecord', { domain, recordId: record.id, name: 'www' });
      await client.call('deleteRecord', { domain, recordId: record.id });
      await client.call('updateDomain', { domain, autoRenew: true });
      const nameservers = ['a.example.net', 'b.example.net'];
      await client.call('replaceNameservers', { domain, nameservers });
      const refused = await client.request('createRecord', { domain, type: 'A', value: 'no' });
      expect(refused.status).toBe(400);
      const key = await service.key(workspace);
      await service.revoke(key.id);
      const { events } = await read(client);
      // The registry confirms the nameservers at a time of its own.
      const ordered = events.filter(({ type }) => type !== 'domain.updated');
      expect(ordered.map(({ type }) => type)).toEqual([
        'key.created',
        'domain.registration_started',
        'domain.registered',
        'dns.changed',
        'dns.changed',
        'dns.changed',
        'domain.settings_changed',
        'domain.nameservers_changed',
        'key.created',
        'key.revoked',
      ]);
      for (const { type, data } of events) {
        const { properties, required } = eventTypes[type].data;
        expect(Object.keys(properties), type).toEqual(expect.arrayContaining(Object.keys(data)));
        expect(Object.keys(data), type).toEqual(expect.arrayContaining([...required]));
      }
      const changes = events.filter(({ type }) => type === 'dns.changed');
      expect(changes.map(({ data }) => data)).toMatchObject([
        { added: 1, changed: 0, removed: 0, names: ['@'], actor: { kind: 'api_key' } },
        { added: 0, changed: 1, removed: 0, names: ['@', 'www'] },
        { added: 0, changed: 0, removed: 1, names: ['www'] },
      ]);
      expect(events.find(({ type }) => type === 'domain.nameservers_changed')).toMatchObject({
        domain,
        data: { nameservers },
      });
      expect(JSON.stringify(events)).not.toContain(key.apiKey);
      expect(new Set(events.map(({ id }) => id)).size).toBe(events.length);
    });

    it('pages without a loss or a repetition, also after an empty page', async () => {
      const { client } = await service.workspace();
      const domain = await service.liveDomain(client);
      const all = (await read(client)).events;
      const paged: Page['events'][number][] = [];
      let cursor = '';
      for (;;) {
        const page = await read(client, `?limit=1${cursor === '' ? '' : `&after=${cursor}`}`);
        cursor = page.cursor;
        if (page.events.length === 0) break;
        paged.push(...page.events);
      }
      expect(paged).toEqual(all);
      await client.call('createRecord', { domain, type: 'A', value: '192.0.2.1' });
      const next = await read(client, `?after=${cursor}`);
      expect(next.events).toMatchObject([{ type: 'dns.changed', domain }]);
    });

    it('waits for the next event, and answers an empty page at the end of the wait', async () => {
      const { client } = await service.workspace();
      const domain = await service.liveDomain(client);
      await service.settled();
      const { cursor } = await read(client, '?limit=1000');
      expect(await read(client, `?after=${cursor}&wait=20ms`)).toEqual({ events: [], cursor });
      const waiting = read(client, `?after=${cursor}&wait=30s`);
      const startedAt = performance.now();
      await client.call('createRecord', { domain, type: 'A', value: '192.0.2.1' });
      expect((await waiting).events).toMatchObject([{ type: 'dns.changed' }]);
      expect(performance.now() - startedAt).toBeLessThan(28_000);
    });

    it('starts from now with after=latest', async () => {
      const { client } = await service.workspace();
      const domain = await service.liveDomain(client);
      await service.settled();
      const { events, cursor } = await read(client, '?after=latest');
      expect(events).toEqual([]);
      const waiting = read(client, '?after=latest&wait=30s');
      await client.call('createRecord', { domain, type: 'A', value: '192.0.2.1' });
      const { events: next } = await read(client, `?after=${cursor}`);
      expect(next).toMatchObject([{ type: 'dns.changed' }]);
      // It may have begun after the change; another one ends it.
      await client.call('createRecord', { domain, type: 'A', value: '192.0.2.2' });
      expect((await waiting).events.length).toBeGreaterThan(0);
    });

    it('shows a key for certain domains the events of these only', async () => {
      const workspace = await service.workspace();
      const { client } = workspace;
      const [mine, other] = [service.freshName(), service.freshName()];
      await Promise.all([mine, other].map((name) => service.liveDomain(client, name)));
      const limited = await service.key(workspace, { domains: [mine], scope: 'read' });
      const { events, cursor } = await read(limited.client);
      expect(events.map(({ type, domain }) => [type, domain])).toEqual([
        ['domain.registration_started', mine],
        ['domain.registered', mine],
      ]);
      expect((await read(client, `?after=${cursor}`)).events).toEqual([]);
    });

    it('never shows the events of another workspace', async () => {
      const [one, two] = [await service.workspace(), await service.workspace()];
      await service.liveDomain(one.client);
      const { events } = await read(two.client);
      expect(events.every(({ domain }) => domain === null)).toBe(true);
    });

    it('400 names the parameter', async () => {
      const { client } = await service.workspace();
      for (const [query, path] of [
        ['cursor=x', 'cursor'],
        ['cursor=czzz', 'cursor'],
        ['cursor=czzz&wait=1s', 'cursor'],
        ['after=x', 'after'],
        ['after=czzz', 'after'],
        ['limit=0', 'limit'],
        ['limit=1001', 'limit'],
        ['limit=ten', 'limit'],
        ['wait=31s', 'wait'],
        ['wait=soon', 'wait'],
      ]) {
        const answer = await client.send('GET', `/v1/events?${query}`);
        expect(answer, query).toMatchObject({
          status: 400,
          body: { code: 'invalid_request', fields: [{ path }] },
        });
      }
    });

    it('429 when too many requests of a workspace wait; one that leaves makes room', async () => {
      const { client, apiKey } = await service.workspace();
      const { cursor } = await read(client);
      const waits = [0, 1, 2].map(() => {
        const gone = new AbortController();
        const answer = fetch(`${service.url}/v1/events?after=${cursor}&wait=30s`, {
          headers: { 'x-api-key': apiKey },
          signal: gone.signal,
        });
        return { gone, answer };
      });
      const first = await Promise.race(
        waits.map(async (wait) => ({ wait, answer: await wait.answer })),
      );
      expect(first.answer.status).toBe(429);
      expect(first.answer.headers.get('retry-after')).toBe('5');
      expect(await first.answer.json()).toMatchObject({ code: 'too_many_waiting' });
      const [leaving, staying] = waits.filter((wait) => wait !== first.wait);
      leaving?.gone.abort();
      await expect(leaving?.answer).rejects.toThrow();
      await until('there is room again', async () => {
        return (await client.send('GET', `/v1/events?after=${cursor}&wait=1ms`)).status === 200;
      });
      await client.call('registerDomain', { domain: service.freshName(), contact });
      expect(await (await staying?.answer)?.json()).toMatchObject({ events: [{}] });
    });
  },
  { fixedLimits: { waitingRequests: 2 } },
);
