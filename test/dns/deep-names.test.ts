/** Names with many labels take no more memory and time than their text, whatever a zone has of them. */
import { Name, rcodes, rrTypes } from '@hostmaster/dns';
import { query } from '@hostmaster/test-rig/any-query';
import { collectGarbage } from '@hostmaster/test-rig/collect-garbage';
import { longestTurn } from '@hostmaster/test-rig/longest-turn';
import { describeService, type TestService } from '@hostmaster/test-rig/service';
import { sql } from 'kysely';
import { expect, it } from 'vitest';
import { systemClock } from '../../packages/server/src/base/clock.ts';
import { answerFromZone } from '../../packages/server/src/nameserver/answer-from-zone.ts';
import { LargeZone } from '../../packages/server/src/nameserver/large-zone.ts';
import { ZoneCache } from '../../packages/server/src/nameserver/zone-cache.ts';
import { standardSoa } from '../../packages/server/src/zones/soa-settings.ts';
import { domainId, signDomain } from './sign-domain.ts';

const labels = 110;
const turnMsMax = 25;

describeService('a zone with names of many labels', (service) => {
  it('is counted in the cache with about the memory that it takes, and read in short turns', async () => {
    const { client } = await service.workspace();
    const domain = await service.liveDomain(client);
    await insertDeep(service, { domain, count: 3_000 });
    const first = cacheOf(service, {});
    // What the first use of every part takes is not the cache's.
    await first.find(Name.parse(domain));
    collectGarbage();
    const before = heldBytes();
    // More than what the rest of the process holds or frees meanwhile.
    const caches = Array.from({ length: 8 }, () => cacheOf(service, {}));
    let turnMs = Number.POSITIVE_INFINITY;
    for (const cache of caches) {
      const read = await longestTurn(() => cache.find(Name.parse(domain)));
      turnMs = Math.min(turnMs, read.turnMs);
      expect(cache.bytes).toBe(first.bytes);
    }
    collectGarbage();
    const grown = (heldBytes() - before) / caches.length;
    expect(first.bytes).toBeGreaterThan(1_000_000);
    expect(grown).toBeLessThan(2 * first.bytes);
    expect(grown).toBeGreaterThan(first.bytes / 2);
    expect(turnMs).toBeLessThan(turnMsMax);
  });

  it.each([
    ['unsigned', false],
    ['signed', true],
  ])('is answered from when not even its names fit: %s', async (_, isSigned) => {
    const { client } = await service.workspace();
    const domain = await service.liveDomain(client);
    const [first = ''] = await insertDeep(service, { domain, count: 16 });
    await client.call('createRecord', { domain, type: 'A', name: 'www', value: '192.0.2.1' });
    await client.call('createRecord', { domain, type: 'A', name: '*.wild', value: '192.0.2.2' });
    if (isSigned) await signDomain(service, domain);
    const cache = cacheOf(service, { bytesMax: 60_000 });
    expect(await cache.find(Name.parse(domain))).toBeInstanceOf(LargeZone);
    expect(cache.size).toBe(1);
    expect(cache.bytes).toBeLessThan(60_000 / 4);
    const { reserved } = service.database;
    const ask = async (name: string) => {
      const asked = { name: Name.parse(`${name}.${domain}`), type: rrTypes.A, dnssecOk: isSigned };
      const answer = await answerFromZone({ cache, reader: () => reserved }, asked);
      return { rcode: answer?.rcode, count: answer?.answers.filter(isAddress).length };
    };
    const above = first.split('.').slice(1).join('.');
    // Nothing is stored that would tell an unsigned name without records from one that others are below.
    const denied = isSigned ? rcodes.NXDOMAIN : rcodes.NOERROR;
    expect(await ask(first)).toEqual({ rcode: rcodes.NOERROR, count: 1 });
    expect(await ask(above)).toEqual({ rcode: rcodes.NOERROR, count: 0 });
    expect(await ask(`missing.${above}`)).toEqual({ rcode: denied, count: 0 });
    expect(await ask('missing')).toEqual({ rcode: rcodes.NXDOMAIN, count: 0 });
    expect(await ask('a.b.c.missing')).toEqual({ rcode: rcodes.NXDOMAIN, count: 0 });
    expect(await ask('x.y.wild')).toEqual({ rcode: rcodes.NOERROR, count: 1 });
    expect(await ask('www')).toEqual({ rcode: rcodes.NOERROR, count: 1 });
  });
});

function isAddress({ type }: { readonly type: number }): boolean {
  return type === rrTypes.A;
}

function cacheOf(service: TestService, options: { readonly bytesMax?: number }): ZoneCache {
  // The time that a slow machine takes makes nothing stale.
  const startedAt = systemClock.now();
  const clock = { now: () => startedAt };
  const database = service.database.reserved;
  return new ZoneCache({ database, clock, soaDefaults: standardSoa, ...options });
}

function heldBytes(): number {
  const { heapUsed, external } = process.memoryUsage();
  return heapUsed + external;
}

/** Into the store, because a change of them takes long. They share no label but those of the zone. */
async function insertDeep(
  service: TestService,
  { domain, count }: { readonly domain: string; readonly count: number },
): Promise<readonly string[]> {
  const id = await domainId(service, domain);
  const names = Array.from({ length: count }, (_, index) => {
    const digits = [...index.toString(36).padStart(4, '0')];
    return [
      ...Array.from({ length: labels }, (__, at) => (at * 7 + index) % 10),
      digits.join(''),
    ].join('.');
  });
  for (let from = 0; from < count; from += 500) {
    const rows = names
      .slice(from, from + 500)
      .map(
        (name, at) => `('rec_${id}_${from + at}', '${id}', 'A', '${name}', 300, '192.0.2.9', 0)`,
      );
    const text = `insert into records (id, domain_id, type, name, ttl_seconds, value, created_at) values ${rows.join(', ')}`;
    const insert = query<object>()(({ db }) => ({ compile: () => sql.raw(text).compile(db) }));
    await service.database.transaction((tx) => tx.run(insert, {}));
  }
  return names;
}
