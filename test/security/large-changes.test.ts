/** What a change of many records may cost the others, and that its steps end in what was asked for. */
import { randomBytes } from 'node:crypto';
import type { ResourceRecord } from '@hostmaster/dns';
import { query } from '@hostmaster/test-rig/any-query';
import { type ApiClient, expectRefusal } from '@hostmaster/test-rig/api-client';
import { longestTurn } from '@hostmaster/test-rig/longest-turn';
import { describeService, type TestService } from '@hostmaster/test-rig/service';
import { sql } from 'kysely';
import { expect, it } from 'vitest';
import { findHeldDomain } from '../../packages/server/src/storage/queries/domains/domains.ts';
import { readOwnerSets } from '../../packages/server/src/storage/queries/records/records.ts';
import { unpackRecords } from '../../packages/server/src/zones/journal-form.ts';
import { createKey, update } from '../dns-update/updater.ts';
import { PowerdnsClient } from '../powerdns-api/powerdns-client.ts';

/** A step takes about 10 ms; in one go these changes took hundreds. */
const turnMsMax = 60;

const readLargest = query<{ domainId: string }>()(({ db, p }) =>
  db
    .selectFrom('zone_revisions')
    .select(sql<number>`cast(max(bytes) as integer)`.as('bytes'))
    .where('domain_id', '=', p.domainId)
    .where('via', '=', 'restore'),
);

const readJournal = query<{ zone: string }>()(({ db, p }) =>
  db
    .selectFrom('zone_journal')
    .select(['removed', 'added'])
    .where('zone', '=', p.zone)
    .orderBy('to_serial'),
);

/** What the differences lead to, each of which must fit to those before it. */
async function publishedBy({ database }: TestService, zone: string): Promise<readonly string[]> {
  const published = new Set<string>();
  const textOf = ({ name, type, ttlSeconds, rdata }: ResourceRecord) =>
    `${name} ${type} ${ttlSeconds} ${Buffer.from(rdata).toString('latin1', 1)}`;
  for (const { removed, added } of await database.all(readJournal, { zone })) {
    for (const record of unpackRecords(removed)) {
      expect(published.delete(textOf(record)), `${record.name} was published`).toBe(true);
    }
    for (const record of unpackRecords(added)) {
      expect(published.has(textOf(record)), `${record.name} is published already`).toBe(false);
      published.add(textOf(record));
    }
  }
  return [...published].sort();
}

function texts(count: number, characters: number, start = 0) {
  return Array.from({ length: count }, (_, index) => ({
    type: 'TXT' as const,
    name: `n${start + index}`,
    value: randomBytes(characters / 2).toString('hex'),
  }));
}

/** The text only: reading a large answer takes turns of its own. */
async function restore(
  service: TestService,
  apiKey: string,
  { domain, ...body }: { readonly domain: string; readonly revision: number },
  headers = {},
) {
  const answer = await fetch(`${service.url}/v1/domains/${domain}/dns/restore`, {
    method: 'POST',
    headers: { 'x-api-key': apiKey, 'content-type': 'application/json', ...headers },
    body: JSON.stringify(body),
  });
  return { status: answer.status, text: await answer.text() };
}

async function listed(client: ApiClient, domain: string) {
  return (await client.call('listRecords', { domain })).records;
}

describeService('a change of many records', (service) => {
  it('hole 1: others have their turns while a large revision is restored', async () => {
    const { client, apiKey } = await service.workspace();
    const domain = await service.liveDomain(client);
    for (let start = 0; start < 1_600; start += 400) {
      await client.call('changeRecords', { domain, creates: texts(400, 3_900, start) });
    }
    const other = await service.workspace();
    const theirs = await service.liveDomain(other.client);
    const before = await listed(client, domain);
    const turns: number[] = [];
    for (const revision of [1, 4]) {
      let isOver = false;
      let written = 0;
      const { result, turnMs } = await longestTurn(async () => {
        const restored = restore(service, apiKey, { domain, revision }).finally(() => {
          isOver = true;
        });
        for (; !isOver; written += 1) {
          const record = { type: 'A', name: `w${written}`, value: '192.0.2.1' } as const;
          await other.client.call('createRecord', { domain: theirs, ...record });
        }
        return restored;
      });
      expect(result.status).toBe(200);
      turns.push(turnMs);
      expect(written).toBeGreaterThan(5);
    }
    // The better one: a collection of garbage may be long, too.
    expect(Math.min(...turns)).toBeLessThan(turnMsMax);
    expect(await listed(client, domain)).toEqual(before);
    const { id: domainId = '' } =
      (await service.database.first(findHeldDomain, { name: domain })) ?? {};
    const { bytes = 0 } = (await service.database.first(readLargest, { domainId })) ?? {};
    expect(bytes).toBeGreaterThan(0);
    expect(bytes).toBeLessThanOrEqual(service.config.limits.changedBytesPerCommit);
  });

  it('hole 2: a batch of a thousand records is planned before its commit', async () => {
    const { client } = await service.workspace();
    const domain = await service.liveDomain(client);
    const creates = texts(1_000, 20);
    const queries = await service.queries.during(async () => {
      await client.call('changeRecords', { domain, creates });
    });
    expect(queries).not.toContain(readOwnerSets);
    expect(await listed(client, domain)).toHaveLength(1_000);
  });

  it('hole 2: a batch whose zone has changed meanwhile is planned again, outside of its commit', async () => {
    const { client } = await service.workspace();
    const domain = await service.liveDomain(client);
    let written = 0;
    const queries = await service.queries.during(async () => {
      let isOver = false;
      const batches = [0, 300, 600].map((start) =>
        client.call('changeRecords', { domain, creates: texts(300, 200, start) }),
      );
      const all = Promise.all(batches).finally(() => {
        isOver = true;
      });
      for (; !isOver && written < 5; written += 1) {
        const record = { type: 'A', name: `w${written}`, value: '192.0.2.1' } as const;
        await client.call('createRecord', { domain, ...record });
      }
      await all;
    });
    expect(queries).not.toContain(readOwnerSets);
    expect(await listed(client, domain)).toHaveLength(900 + written);
  });

  it('hole 2: an UPDATE of many entries is planned before its commit', async () => {
    const workspace = await service.workspace();
    const { client } = workspace;
    const zone = await service.liveDomain(client);
    const key = await createKey(service, workspace, { domain: zone });
    const target = { port: service.dnsPort, zone, key };
    const lines = Array.from(
      { length: 200 },
      (_, index) => `add u${index}.${zone}. 300 A 192.0.2.1`,
    );
    const queries = await service.queries.during(async () => {
      expect(await update('nsupdate', target, lines)).toBe('NOERROR');
    });
    expect(queries).not.toContain(readOwnerSets);
    expect(await listed(client, zone)).toHaveLength(200);
    const fewer = [`del u0.${zone}. A`, `add u0.${zone}. 300 A 192.0.2.2`];
    expect(await update('nsupdate', target, fewer)).toBe('NOERROR');
    expect((await listed(client, zone)).find(({ name }) => name === 'u0')?.value).toBe('192.0.2.2');
  });
});

describeService(
  'a change in steps',
  (service) => {
    async function stage() {
      const { client, apiKey } = await service.workspace();
      const domain = await service.liveDomain(client);
      await client.call('changeRecords', { domain, creates: texts(60, 20) });
      const first = await listed(client, domain);
      await client.call('changeRecords', {
        domain,
        deletes: first.slice(0, 20).map(({ id }) => ({ id })),
        // The names of records that are deleted, and of one that is changed too.
        updates: first.slice(20, 50).map(({ id }, index) => ({ id, name: `n${index + 10}` })),
        creates: texts(15, 20, 55),
      });
      return { client, apiKey, domain, first };
    }

    it('hole 1: answers with all that it restored, also when it is repeated', async () => {
      const { client, apiKey, domain, first } = await stage();
      const changed = await listed(client, domain);
      const headers = { 'idempotency-key': 'restore-once' };
      const { status, text } = await restore(service, apiKey, { domain, revision: 1 }, headers);
      expect(status).toBe(200);
      const answer = JSON.parse(text);
      expect(answer.revision).toBeGreaterThan(5);
      expect([...answer.created, ...answer.updated].map(({ id }) => id).sort()).toEqual(
        first.slice(0, 50).map(({ id }) => id),
      );
      expect(answer.deleted).toHaveLength(15);
      expect(await listed(client, domain)).toEqual(first);
      const typeText = 16;
      expect(await publishedBy(service, domain)).toEqual(
        first
          .map(({ name, ttl, value }) => `${name}.${domain}. ${typeText} ${ttl} ${value}`)
          .sort(),
      );
      const again = await restore(service, apiKey, { domain, revision: 1 }, headers);
      const repeated = JSON.parse(again.text);
      expect({ ...repeated, created: [], updated: [], deleted: [] }).toEqual({
        ...answer,
        ...{ created: [], updated: [], deleted: [] },
      });
      expect(idsOf(repeated)).toEqual(idsOf(answer));
      await client.call('restoreRevision', { domain, revision: 2 });
      expect(await listed(client, domain)).toEqual(changed);
    });

    it('hole 1: what comes in between is undone too; with If-Match it is refused', async () => {
      const { client, apiKey, domain, first } = await stage();
      const restored = restore(service, apiKey, { domain, revision: 1 });
      let isOver = false;
      void restored.finally(() => {
        isOver = true;
      });
      for (let count = 0; !isOver && count < 3; count += 1) {
        const record = { type: 'A', name: `x${count}`, value: '192.0.2.9' } as const;
        await client.call('createRecord', { domain, ...record });
      }
      expect((await restored).status).toBe(200);
      const { status } = await restore(service, apiKey, { domain, revision: 1 });
      expect(status).toBe(200);
      expect(await listed(client, domain)).toEqual(first);
      const stale = { 'if-match': '"dom_x.1"' };
      const refused = await restore(service, apiKey, { domain, revision: 2 }, stale);
      expect(refused.status).toBe(412);
      expect(await listed(client, domain)).toEqual(first);
    });

    it('hole 2: a step that would be beyond a quota is refused before the first one', async () => {
      const { client, apiKey, domain, first } = await stage();
      const changed = await listed(client, domain);
      expect(changed).not.toEqual(first);
      const pdns = new PowerdnsClient({ url: service.url, key: apiKey });
      const members = (count: number) =>
        Array.from({ length: count }, (_, index) => ({ content: `192.0.2.${index}` }));
      const sets = [...Array.from({ length: 40 }, () => 1), 31].map((count, index) => ({
        ...{ name: `a${index}.${domain}.`, type: 'A', changetype: 'REPLACE', ttl: 300 },
        records: members(count),
      }));
      const answer = await pdns.patch(domain, ...sets);
      expect(answer.status).toBe(409);
      expect(answer.text).toContain('30 records at one name');
      expect(await listed(client, domain)).toEqual(changed);
      expect((await pdns.patch(domain, ...sets.slice(0, 40))).status).toBe(204);
      const deletions = sets.map(({ name, type }) => ({ name, type, changetype: 'DELETE' }));
      expect((await pdns.patch(domain, ...deletions)).status).toBe(204);
      expect(await listed(client, domain)).toEqual(changed);
    });

    it('hole 2: a batch and an UPDATE are refused when they change too much at once', async () => {
      const workspace = await service.workspace();
      const { client } = workspace;
      const zone = await service.liveDomain(client);
      for (const start of [0, 8]) {
        await client.call('changeRecords', { domain: zone, creates: texts(8, 2_000, start) });
      }
      const held = await listed(client, zone);
      const deletes = held.map(({ id }) => ({ id }));
      const batch = await client.request('changeRecords', { domain: zone, deletes });
      expectRefusal(batch, { status: 409, code: 'quota_exceeded' });
      expect(batch.text).toContain('20000 bytes of changed records at once');
      const key = await createKey(service, workspace, { domain: zone });
      const names = held.map(({ name }) => `del ${name}.${zone}.`);
      const target = { port: service.dnsPort, zone, key };
      for (const lines of [names.slice(0, 12), names.slice(0, 11)]) {
        expect(await update('nsupdate', target, lines)).toBe('REFUSED');
      }
      expect(await listed(client, zone)).toEqual(held);
      expect(await update('nsupdate', target, names.slice(0, 5))).toBe('NOERROR');
      expect(await listed(client, zone)).toHaveLength(11);
    });

    it('hole 1: 409 for more changes than are made at once', async () => {
      const { client, domain } = await stage();
      const creates = texts(60, 20, 200);
      await client.call('changeRecords', { domain, creates });
      const answer = await client.request('restoreRevision', { domain, revision: 0 });
      expectRefusal(answer, { status: 409, code: 'quota_exceeded' });
    });
  },
  {
    settings: { HOSTMASTER_RECORDS_PER_NAME: '30' },
    fixedLimits: {
      changesPerCommit: 10,
      importChanges: 100,
      changedBytes: 20_000,
      updateEntries: 11,
    },
  },
);

function idsOf(
  answer: Readonly<Record<'created' | 'updated', readonly { readonly id: string }[]>>,
) {
  return [...answer.created, ...answer.updated].map(({ id }) => id).sort();
}
