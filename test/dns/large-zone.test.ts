/** A zone that is too large for the cache is answered from like any other, and displaces none. */
import { Name, presentRdata, type ResourceRecord, rrTypes } from '@hostmaster/dns';
import type { ApiClient } from '@hostmaster/test-rig/api-client';
import { describeService } from '@hostmaster/test-rig/service';
import { expect, it } from 'vitest';
import { systemClock } from '../../packages/server/src/base/clock.ts';
import { answerFromZone } from '../../packages/server/src/nameserver/answer-from-zone.ts';
import { LargeZone } from '../../packages/server/src/nameserver/large-zone.ts';
import { readDifference, readZoneVersion } from '../../packages/server/src/nameserver/read-zone.ts';
import { ZoneCache } from '../../packages/server/src/nameserver/zone-cache.ts';
import { standardSoa } from '../../packages/server/src/zones/soa-settings.ts';
import { signDomain } from './sign-domain.ts';

const bytesMax = 400_000;
const smallZones = 5;

describeService('a zone too large for the cache', (service) => {
  it.each([
    ['hole 2: has', false],
    ['signed, has', true],
  ])('%s the answers of one that is held whole, also after changes', async (_, dnssecOk) => {
    const { client } = await service.workspace();
    const domain = await service.liveDomain(client);
    await fill(client, domain);
    if (dnssecOk) await signDomain(service, domain);
    const small: string[] = [];
    for (let count = 0; count < smallZones; count += 1) {
      small.push(await service.liveDomain(client));
    }
    const reader = service.database.reserved;
    // The time that a slow machine takes makes nothing stale.
    const startedAt = systemClock.now();
    const clock = { now: () => startedAt };
    const cacheOf = (options: { bytesMax?: number }) =>
      new ZoneCache({ database: reader, clock, soaDefaults: standardSoa, ...options });
    const [tight, roomy] = [cacheOf({ bytesMax }), cacheOf({})];
    for (const zone of small) await tight.find(Name.parse(zone));
    expect(await tight.find(Name.parse(domain))).toBeInstanceOf(LargeZone);
    for (const zone of small) expect(tight.fresh(zone), zone).not.toBeNull();
    expect(tight.bytes).toBeLessThan(bytesMax);

    const compare = async () => {
      for (const zone of [tight, roomy]) zone.markStale(domain);
      for (const name of questions) {
        for (const type of [rrTypes.A, rrTypes.TXT, rrTypes.MX, rrTypes.DS, rrTypes.SOA, 255]) {
          const full = Name.parse(name === '@' ? domain : `${name}.${domain}`);
          const asked = { name: full, type, dnssecOk };
          const answer = (cache: ZoneCache) =>
            answerFromZone({ cache, reader: () => reader }, asked);
          expect(shown(await answer(tight)), `${name} ${type}`).toEqual(shown(await answer(roomy)));
        }
      }
    };
    await compare();
    const { records } = await client.call('listRecords', { domain });
    const removed = records.filter(({ name }) => ['n7', 'c.ent', '*.wild'].includes(name));
    await client.call('changeRecords', {
      domain,
      creates: [
        { type: 'A', name: 'missing', value: '192.0.2.9' },
        { type: 'A', name: '*.a.b.n8', value: '192.0.2.10' },
      ],
      deletes: removed.map(({ id }) => ({ id })),
    });
    await compare();
    expect(await tight.find(Name.parse(domain))).toBeInstanceOf(LargeZone);
  });
});

describeService('the journal of a large zone', (service) => {
  it('is not read beyond some megabytes: the zone is then read in pages', async () => {
    const { client } = await service.workspace();
    const domain = await service.liveDomain(client);
    const differencesFrom = (from: number) =>
      service.database.snapshot(async (reader) => {
        const version = await readZoneVersion(reader, domain, service.config);
        if (version === null) throw new Error('The zone is not served.');
        const read = await readDifference(reader, version, from || version.serial);
        return { serial: version.serial, added: read?.difference.added.length ?? null };
      });
    const { serial: first } = await differencesFrom(0);
    let last = first;
    for (let batch = 0; batch < 5; batch += 1) {
      last = (await differencesFrom(0)).serial;
      const creates = Array.from({ length: 500 }, (_, index) => {
        return { type: 'TXT', name: `n${batch}-${index}`, value: 'x'.repeat(3_900) } as const;
      });
      await client.call('changeRecords', { domain, creates });
    }
    expect(await differencesFrom(last)).toMatchObject({ added: 500 });
    expect(await differencesFrom(first)).toMatchObject({ added: null });
  });
});

const questions = [
  ...['@', 'n7', 'N8', 'missing', 'x.missing', 'ent', 'c.ent', 'd.ent', 'wild', 'x.wild'],
  ...['y.x.wild', 'alias', 'chain', 'circle', 'sub', 'deep.sub', 'ns.sub', 'x.n8', 'z.a.b.n8'],
  ...['b.n8', '\\000.n8', '*.wild', 'out'],
];

async function fill(client: ApiClient, domain: string): Promise<void> {
  const special = [
    { type: 'MX', name: '@', value: `10 n8.${domain}.` },
    { type: 'TXT', name: 'c.ent', value: 'below an empty name' },
    { type: 'A', name: '*.wild', value: '192.0.2.3' },
    { type: 'CNAME', name: 'alias', value: `n8.${domain}.` },
    { type: 'CNAME', name: 'chain', value: `alias.${domain}.` },
    { type: 'CNAME', name: 'circle', value: `circle.${domain}.` },
    { type: 'CNAME', name: 'out', value: 'elsewhere.example.' },
    { type: 'NS', name: 'sub', value: `ns.sub.${domain}.` },
    { type: 'A', name: 'ns.sub', value: '192.0.2.4' },
    { type: 'A', name: 'n8', value: '192.0.2.8' },
  ] as const;
  await client.call('changeRecords', { domain, creates: [...special] });
  for (let done = 0; done < 300; done += 100) {
    const creates = Array.from({ length: 100 }, (_, index) => {
      return { type: 'TXT', name: `n${done + index}`, value: 'x'.repeat(200) } as const;
    });
    await client.call('changeRecords', { domain, creates });
  }
}

function shown(answer: Awaited<ReturnType<typeof answerFromZone>>) {
  if (answer === null) return null;
  const { source: _, ...rest } = answer;
  const texts = (records: readonly ResourceRecord[]) =>
    records
      .map((each) => `${each.name} ${each.ttlSeconds} ${each.type} ${presentRdata(each)}`)
      .sort();
  const { answers, authorities, additionals } = rest;
  return {
    ...rest,
    answers: texts(answers),
    authorities: texts(authorities),
    additionals: texts(additionals),
  };
}
