/** A zone that is too large for the cache is answered from like any other, and displaces none. */
import { Name, presentRdata, type ResourceRecord, rrTypes } from '@hostmaster/dns';
import type { ApiClient } from '@hostmaster/test-rig/api-client';
import { describeService, until } from '@hostmaster/test-rig/service';
import { expect, it } from 'vitest';
import { systemClock } from '../../packages/server/src/base/clock.ts';
import { answerFromZone } from '../../packages/server/src/nameserver/answer-from-zone.ts';
import { LargeZone } from '../../packages/server/src/nameserver/large-zone.ts';
import { readDifference, readZoneVersion } from '../../packages/server/src/nameserver/read-zone.ts';
import { ZoneCache } from '../../packages/server/src/nameserver/zone-cache.ts';
import type {
  HostmasterReader,
  HostmasterSnapshots,
} from '../../packages/server/src/storage/schema.ts';
import { standardSoa } from '../../packages/server/src/zones/soa-settings.ts';
import { domainId, signDomain } from './sign-domain.ts';

const bytesMax = 400_000;
const smallZones = 5;

describeService('a zone too large for the cache', (service) => {
  it.each([
    ['has', false],
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

describeService('large zones that displace each other', (service) => {
  it('leave places for cold answers and transfers while they are read again', async () => {
    const { client } = await service.workspace();
    const large: string[] = [];
    for (let count = 0; count < 5; count += 1) large.push(await service.liveDomain(client));
    for (const domain of large) await fill(client, domain);
    const small = await service.liveDomain(client);
    const ids = await Promise.all(large.map((domain) => domainId(service, domain)));
    const gate = new Gate(service.database.reserved, ids);
    // The names of one zone fit at a time.
    const cache = new ZoneCache({
      ...{ database: gate.reader, clock: systemClock, soaDefaults: standardSoa },
      bytesMax: 80_000,
    });
    const ask = (zone: string) => cache.find(Name.parse(zone));
    for (const zone of large) expect(await ask(zone), zone).toBeInstanceOf(LargeZone);
    expect(cache.size).toBeLessThan(large.length);
    gate.close();
    const asked = large.map(ask);
    await until('a large zone is being read', async () => gate.waiting > 0);
    expect((await ask(small))?.origin.toHostname()).toBe(small);
    const transferred = await service.database.reserved.snapshot(async (reader) => {
      return (await readZoneVersion(reader, small, service.config))?.zone;
    });
    expect(transferred).toBe(small);
    gate.open();
    for (const zone of await Promise.all(asked)) expect(zone).toBeInstanceOf(LargeZone);
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

/** Holds up the reading of the records of some domains while it is closed. */
class Gate {
  readonly reader: HostmasterSnapshots;
  waiting = 0;
  readonly #domainIds: ReadonlySet<string>;
  #closed: PromiseWithResolvers<void> | null = null;

  constructor(database: HostmasterSnapshots, domainIds: readonly string[]) {
    this.#domainIds = new Set(domainIds);
    const snapshot: HostmasterSnapshots['snapshot'] = (work) =>
      database.snapshot((reader) => work(this.#before(reader)));
    this.reader = { ...this.#before(database), snapshot };
  }

  close(): void {
    this.#closed = Promise.withResolvers();
  }

  open(): void {
    this.#closed?.resolve();
  }

  #before(reader: HostmasterReader): HostmasterReader {
    return {
      first: (query, params) => reader.first(query, params),
      all: async (query, params) => {
        const { domainId = '' } = params as { domainId?: string };
        if (this.#closed !== null && this.#domainIds.has(domainId)) {
          this.waiting += 1;
          await this.#closed.promise;
        }
        return reader.all(query, params);
      },
    };
  }
}

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
