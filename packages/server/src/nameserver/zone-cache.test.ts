import { Name } from '@hostmaster/dns';
import { describe, expect, it } from 'vitest';
import { suffixesWithin } from '../storage/queries/prices/prices.ts';
import { findServedZones, findZone, readZoneChanges } from '../storage/queries/zones/zones.ts';
import type { HostmasterDatabase } from '../storage/schema.ts';
import { standardSoa } from '../zones/soa-settings.ts';
import { ZoneCache } from './zone-cache.ts';

const zone = Name.parse('example.com');

describe('the cache of zones', () => {
  it('a query that saw a newer serial does not get a load that started before it', async () => {
    const store = new OneZone(5);
    const cache = new ZoneCache({
      database: store.database,
      soaDefaults: standardSoa,
      clock: { now: () => 0 },
    });
    const { first, release } = await store.beginLoad(cache);
    store.serial = 6;
    const second = cache.find(zone);
    // The second query reads the serial before the running load ends.
    await store.untilLookups(2);
    release();
    expect((await first)?.serial).toBe(5);
    expect((await second)?.serial).toBe(6);
  });

  it('a name outside all zones is looked up only from time to time', async () => {
    const store = new OneZone(5);
    let now = 0;
    const cache = new ZoneCache({
      database: store.database,
      soaDefaults: standardSoa,
      clock: { now: () => now },
    });
    const elsewhere = Name.parse('www.elsewhere.net');
    for (let times = 0; times < 5; times += 1) expect(await cache.find(elsewhere)).toBeNull();
    expect(store.lookups).toBe(1);
    now = 30_000;
    await cache.find(elsewhere);
    expect(store.lookups).toBe(2);
  });

  it('reads the list of changes each half second and a serial each 30 seconds', async () => {
    const store = new OneZone(5);
    let now = 0;
    const cache = new ZoneCache({
      database: store.database,
      soaDefaults: standardSoa,
      clock: { now: () => now },
    });
    for (; now < 30_000; now += 100) await cache.find(zone);
    expect(store.lookups).toBe(1);
    expect(store.checks).toBe(60);
    await cache.find(zone);
    expect(store.lookups).toBe(2);
  });

  it('a change that is announced during a load is read at the next query', async () => {
    const store = new OneZone(5);
    const cache = new ZoneCache({
      database: store.database,
      soaDefaults: standardSoa,
      clock: { now: () => 0 },
    });
    const { first, release } = await store.beginLoad(cache);
    store.serial = 6;
    cache.markStale('example.com');
    release();
    await first;
    expect(cache.fresh('example.com')).toBeNull();
    expect((await cache.find(zone))?.serial).toBe(6);
    expect(cache.fresh('example.com')?.serial).toBe(6);
  });

  it('a change that is listed during a load is read at the next query', async () => {
    const store = new OneZone(5);
    let now = 0;
    const cache = new ZoneCache({
      database: store.database,
      soaDefaults: standardSoa,
      clock: { now: () => now },
    });
    const { first, release } = await store.beginLoad(cache);
    now = 500;
    store.serial = 6;
    store.listed = [['example.com', 6, 'dom']];
    await cache.find(Name.parse('elsewhere.net'));
    release();
    await first;
    expect((await cache.find(zone))?.serial).toBe(6);
  });

  it('every zone is read again when too many have changed', async () => {
    const store = new OneZone(5);
    let now = 0;
    const cache = new ZoneCache({
      database: store.database,
      soaDefaults: standardSoa,
      clock: { now: () => now },
    });
    await cache.find(zone);
    store.listed = Array.from({ length: 2_001 }, (_, index) => [`z${index}.com`, 1, 'dom']);
    now = 500;
    store.serial = 6;
    expect((await cache.find(zone))?.serial).toBe(6);
  });

  it('a new zone is found at once', async () => {
    const store = new OneZone(null);
    const cache = new ZoneCache({
      database: store.database,
      soaDefaults: standardSoa,
      clock: { now: () => 0 },
    });
    expect(await cache.find(zone)).toBeNull();
    store.serial = 5;
    cache.markStale('example.com');
    expect((await cache.find(zone))?.serial).toBe(5);
  });

  it('looks names up only where a zone can be registered inside a held one', async () => {
    const store = new OneZone(5);
    store.suffixes = ['shop.example.com'];
    const { cache } = cacheOf(store);
    await cache.find(zone);
    const lookups = store.lookups;
    for (let count = 0; count < 50; count += 1) {
      for (const name of [`r${count}`, `a.b.c.r${count}`, `deep.r${count}`]) {
        expect((await cache.find(Name.parse(`${name}.example.com`)))?.serial).toBe(5);
      }
    }
    expect(store.lookups).toBe(lookups);
    await cache.find(Name.parse('a.b.my.shop.example.com'));
    await cache.find(Name.parse('c.my.shop.example.com'));
    expect(store.lookups).toBe(lookups + 1);
  });

  it('looks no names up after a question for the serial of one', async () => {
    const store = new OneZone(5);
    const { cache } = cacheOf(store);
    await cache.find(zone);
    cache.expire('x.example.com');
    const lookups = store.lookups;
    for (let count = 0; count < 50; count += 1) {
      await cache.find(Name.parse(`r${count}.example.com`));
    }
    expect(store.lookups).toBe(lookups);
  });

  it('drops the answers of a zone when one is opened inside it, not when that one changes', async () => {
    const store = new OneZone(5);
    store.suffixes = ['example.com'];
    const { cache, stale } = cacheOf(store);
    await cache.find(Name.parse('www.inner.example.com'));
    const content = cache.fresh('example.com');
    if (content === null) throw new Error('The zone is held.');
    const source = () => ({ zone: 'example.com', content, version: content.version });
    const before = source();
    expect(cache.stateOf(before)).toBe('current');
    cache.markStale('inner.example.com');
    expect(cache.stateOf(before)).toBe('outdated');
    expect(stale.splice(0)).toContain('example.com');
    const opened = source();
    for (let times = 0; times < 3; times += 1) cache.markStale('inner.example.com');
    expect(cache.stateOf(opened)).toBe('current');
    expect(stale).not.toContain('example.com');
  });

  it('reads where zones can be inside one beside its content, and once', async () => {
    const store = new OneZone(5);
    const { cache } = cacheOf(store);
    const { first, release } = await store.beginLoad(cache);
    expect(store.suffixReads).toBe(1);
    release();
    await first;
    store.serial = 6;
    cache.markStale('example.com');
    expect((await cache.find(zone))?.serial).toBe(6);
    expect(store.suffixReads).toBe(1);
  });
});

function cacheOf(store: OneZone) {
  const stale: (string | null)[] = [];
  const cache = new ZoneCache({
    ...{ database: store.database, soaDefaults: standardSoa, clock: { now: () => 0 } },
    onStale: (name) => stale.push(name),
  });
  return { cache, stale };
}

/** A store with one zone or none, whose loads can be paused after reading. */
class OneZone {
  serial: number | null;
  lookups = 0;
  /** Those with a price, at or inside the zone. */
  suffixes: readonly string[] = [];
  suffixReads = 0;
  checks = 0;
  /** What the list of changed zones says: name, serial, domain. */
  listed: [string, number, string][] = [];
  #held: { begin: () => void; released: Promise<void> } | null = null;
  #onLookup = () => {};

  constructor(serial: number | null) {
    this.serial = serial;
  }

  readonly database = {
    first: async (query: unknown) => {
      if (query !== readZoneChanges) return undefined;
      this.checks += 1;
      const changes = JSON.stringify(this.listed);
      return { changes, newestAt: 0, now: 0, oldestTransaction: 0, nextTransaction: 0 };
    },
    all: async (query: unknown) => {
      if (query === suffixesWithin) {
        this.suffixReads += 1;
        return this.suffixes.map((tld) => ({ tld }));
      }
      if (query !== findServedZones) return [];
      this.lookups += 1;
      this.#onLookup();
      return this.serial === null ? [] : [{ name: 'example.com', serial: this.serial }];
    },
    snapshot: async <T>(read: (reader: unknown) => Promise<T>): Promise<T> => {
      const held = this.#held;
      this.#held = null;
      const result = await read({
        first: async (query: unknown) =>
          query === findZone && this.serial !== null
            ? {
                name: 'example.com',
                serial: this.serial,
                domainId: 'dom',
                zone: { nameservers: ['ns.example.net'] },
              }
            : undefined,
        all: async () => [],
      });
      held?.begin();
      await held?.released;
      return result;
    },
  } as unknown as HostmasterDatabase;

  /** Begins to load the zone; `first` is answered after `release`. */
  async beginLoad(cache: ZoneCache) {
    const begun = Promise.withResolvers<void>();
    const released = Promise.withResolvers<void>();
    this.#held = { begin: begun.resolve, released: released.promise };
    const first = cache.find(zone);
    await begun.promise;
    return { first, release: released.resolve };
  }

  async untilLookups(times: number): Promise<void> {
    const { promise, resolve } = Promise.withResolvers<void>();
    this.#onLookup = () => this.lookups >= times && resolve();
    this.#onLookup();
    await promise;
  }
}
