import { Name } from '@hostmaster/dns';
import { describe, expect, it } from 'vitest';
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
});

/** A store with one zone or none, whose loads can be paused after reading. */
class OneZone {
  serial: number | null;
  lookups = 0;
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
