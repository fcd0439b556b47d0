/** What a search through the PowerDNS-compatible API may cost the others. */
import { Resolver } from 'node:dns/promises';
import { describeService, type TestService, until } from '@hostmaster/test-rig/service';
import { expect, it } from 'vitest';
import { newId } from '../../packages/server/src/base/ids.ts';
import { persistChange } from '../../packages/server/src/changes/persist.ts';
import { findDomain } from '../../packages/server/src/storage/queries/domains/domains.ts';
import { insert } from '../../packages/server/src/storage/row-write.ts';
import { records } from '../../packages/server/src/storage/tables/records/records.ts';

const value = `"${'a'.repeat(250)}" `.repeat(4).trim();
/** Never found, and compared with every letter of every value. */
const search = `/api/v1/servers/localhost/search-data?q=${`*${'a'.repeat(60)}`.repeat(4)}b`;

describeService('a search through large zones', (service) => {
  it('hole 4: ten at once neither hold up DNS nor reads of others, and end with their clients', async () => {
    const hostile = await service.workspace();
    const domain = await service.liveDomain(hostile.client);
    await fill(service, { workspaceId: hostile.id, name: domain }, 6_000);
    const other = await service.workspace();
    const neighbour = await service.liveDomain(other.client);
    const gone = new AbortController();
    let endedCount = 0;
    const searches = Array.from({ length: 10 }, async () => {
      try {
        const answer = await fetch(`${service.url}${search}`, {
          headers: { 'x-api-key': hostile.apiKey },
          signal: gone.signal,
        });
        return { status: answer.status, retryAfter: answer.headers.get('retry-after') };
      } catch {
        return { status: 0, retryAfter: null };
      } finally {
        endedCount += 1;
      }
    });
    // One is carried out and three wait.
    await until('the others are refused', () => endedCount >= 6);
    const record = { domain: neighbour, type: 'A', name: 'www', value: '192.0.2.7' } as const;
    await other.client.call('createRecord', record);
    const resolver = new Resolver();
    resolver.setServers([`127.0.0.1:${service.dnsPort}`]);
    expect(await resolver.resolve4(`www.${neighbour}`)).toEqual(['192.0.2.7']);
    const { records: listed } = await other.client.call('listRecords', { domain: neighbour });
    expect(listed).toHaveLength(1);
    expect(endedCount, 'searches are still under way').toBeLessThan(10);
    gone.abort();
    const answers = await Promise.all(searches);
    const refused = answers.filter(({ status }) => status !== 0 && status !== 200);
    expect(refused).toEqual(Array.from({ length: 6 }, () => ({ status: 429, retryAfter: '2' })));
    await until('the line is empty', async () => {
      const { status } = await fetch(`${service.url}${search}&object_type=zone`, {
        headers: { 'x-api-key': hostile.apiKey },
      });
      return status === 200;
    });
  });
});

/** Written directly: the serial of the zone stays as it is. */
async function fill(
  { database }: TestService,
  zone: { readonly workspaceId: string; readonly name: string },
  count: number,
): Promise<void> {
  const domain = await database.first(findDomain, zone);
  for (let done = 0; done < count; done += 1_000) {
    const rows = Array.from({ length: 1_000 }, (_, index) =>
      insert(records, {
        id: newId('rec'),
        domainId: domain?.id ?? '',
        type: 'TXT',
        name: `n${done + index}`,
        ttlSeconds: 300,
        value,
        createdAt: 0,
      }),
    );
    await persistChange(database, { rows });
  }
}
