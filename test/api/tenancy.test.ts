/** Another workspace's domain is a domain that does not exist: the same bytes, the same queries. */

import type { ApiClient } from '@hostmaster/test-rig/api-client';
import { expectRefusal } from '@hostmaster/test-rig/api-client';
import {
  balanceOf,
  contact,
  describeService,
  type TestService,
} from '@hostmaster/test-rig/service';
import { expect, it } from 'vitest';

const hosts = ['a.example.net', 'b.example.net'];

/** Every endpoint below a domain, each as a request that would succeed for its owner. */
const attempts: Record<string, (client: ApiClient, domain: string, recordId: string) => unknown> = {
  getDomain: (client, domain) => client.request('getDomain', { domain }),
  updateDomain: (client, domain) => client.request('updateDomain', { domain, autoRenew: true }),
  renewDomain: (client, domain) => client.request('renewDomain', { domain }),
  replaceNameservers: (client, domain) =>
    client.request('replaceNameservers', { domain, nameservers: hosts }),
  listRecords: (client, domain) => client.request('listRecords', { domain }),
  createRecord: (client, domain) =>
    client.request('createRecord', { domain, type: 'TXT', value: 'x' }),
  updateRecord: (client, domain, recordId) =>
    client.request('updateRecord', { domain, recordId, ttl: 60 }),
  deleteRecord: (client, domain, recordId) => client.request('deleteRecord', { domain, recordId }),
};

// No worker: besides the request, only the check for a new catalog runs queries, twice a second.
const options = { settings: { HOSTMASTER_ROLES: 'api' } };

describeService(
  'the domain of another workspace',
  (service) => {
    it.each(Object.entries(attempts))('%s: like one that does not exist', async (_, attempt) => {
      const owner = await service.workspace({ credits: '100' });
      const stranger = await service.workspace({ credits: '100' });
      const theirs = service.freshName();
      await owner.client.call('registerDomain', { domain: theirs, contact });
      const { record } = await owner.client.call('createRecord', {
        domain: theirs,
        type: 'TXT',
        value: 'secret',
      });
      // The two names differ in their owner only.
      const missing = theirs.replace('name', 'none');
      const before = await snapshot(owner.client, theirs);

      const observe = async (domain: string) => {
        let answer: Awaited<ReturnType<ApiClient['request']>> | undefined;
        const queries = await fewestQueries(service, async () => {
          answer = (await attempt(stranger.client, domain, record.id)) as typeof answer;
        });
        if (answer === undefined) throw new Error('There was no answer.');
        return { answer, queries };
      };
      const foreign = await observe(theirs);
      const absent = await observe(missing);
      expectRefusal(foreign.answer, { status: 404, code: 'domain_not_found' });
      expect(foreign.answer.text).toBe(absent.answer.text);
      expect(withoutIds(foreign.answer.headers)).toEqual(withoutIds(absent.answer.headers));
      expect(foreign.queries.length).toBeGreaterThanOrEqual(2);
      expect(foreign.queries).toHaveLength(absent.queries.length);
      expect(foreign.queries.every((query, at) => query === absent.queries[at])).toBe(true);

      expect(await snapshot(owner.client, theirs)).toEqual(before);
      expect(await balanceOf(stranger.client)).toBe(100);
    });

    it('the query count detects a difference: the owner’s request runs more', async () => {
      const owner = await service.workspace();
      const domain = service.freshName();
      await owner.client.call('registerDomain', { domain, contact });
      const record = { type: 'TXT', value: 'x' };
      const create = (name: string) =>
        owner.client.request('createRecord', { domain: name, ...record });
      const count = async (name: string) =>
        (await fewestQueries(service, () => create(name))).length;
      expect(await count(domain)).toBeGreaterThan(await count('missing.com'));
    });

    it('lists and balances are separate', async () => {
      const owner = await service.workspace({ credits: '100' });
      const stranger = await service.workspace({ credits: '7' });
      const domain = service.freshName();
      await owner.client.call('registerDomain', { domain, contact });
      expect((await stranger.client.call('listDomains', {})).domains).toEqual([]);
      const account = await stranger.client.call('getAccount', {});
      expect(account).toMatchObject({ account: { id: stranger.id }, credits: { balance: 7 } });
    });
  },
  options,
);

/** The lowest count of several tries: the one without queries of other parts. */
async function fewestQueries(service: TestService, request: () => Promise<unknown>) {
  const tries: Awaited<ReturnType<TestService['queries']['during']>>[] = [];
  for (let count = 0; count < 3; count += 1) tries.push(await service.queries.during(request));
  return tries.reduce((a, b) => (b.length < a.length ? b : a));
}

async function snapshot(client: ApiClient, domain: string) {
  return {
    domain: await client.call('getDomain', { domain }),
    records: await client.call('listRecords', { domain }),
    account: await client.call('getAccount', {}),
  };
}

function withoutIds(headers: Readonly<Record<string, unknown>>) {
  const { date, 'x-request-id': id, ...rest } = headers;
  expect([typeof date, typeof id]).toEqual(['string', 'string']);
  return rest;
}
