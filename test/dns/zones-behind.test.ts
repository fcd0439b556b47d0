/** How many zones secondaries lack is counted page by page, and the sum is exact. */
import { describeOnBothEngines } from '@hostmaster/test-rig/engines';
import { configFor } from '@hostmaster/test-rig/service';
import { expect, it } from 'vitest';
import { openStores } from '../../packages/server/src/composition/open-stores.ts';
import { ZonesBehind } from '../../packages/server/src/nameserver/secondaries/zones-behind.ts';
import { insertSecondary } from '../../packages/server/src/storage/queries/secondaries.ts';
import { confirmSerial } from '../../packages/server/src/storage/queries/zone-confirmations.ts';
import { findZone, markListed, openZone } from '../../packages/server/src/storage/queries/zones.ts';
import { command } from '../../packages/server/src/storage/query.ts';
import { createIdleWorkspace } from '../lifecycle/portfolio.ts';

const secondary = (name: string) => ({
  name,
  address: '192.0.2.1',
  port: 53,
  keyName: name,
  keyAlgorithm: 'hmac-sha256' as const,
  keySecret: '',
  createdAt: 0,
  transfers: 'ixfr' as const,
  otherAddresses: [],
  tls: 'optional' as const,
  tlsKey: null,
});

describeOnBothEngines('zones that secondaries lack', (engine) => {
  it('are counted over all pages, without zones that are new or not listed', async () => {
    const { database, clock, close } = await openStores(configFor(await engine.place()));
    engine.afterwards(close);
    await createIdleWorkspace(database, { count: 25, at: clock.now() });
    const names = Array.from({ length: 25 }, (_, i) => `w-${i}.com`);
    const none = new ZonesBehind({ reader: database, clock });
    expect(await none.read()).toEqual([]);
    const serial = await database.transaction(async (tx) => {
      await tx.batch(
        names.map((name) => command(openZone, { name, domainId: `dom_${name.slice(0, -4)}` })),
      );
      await tx.run(markListed, { names: names.slice(0, 23) });
      for (const name of ['ns1', 'ns2']) await tx.run(insertSecondary, secondary(name));
      return (await tx.first(findZone, { name: 'w-0.com' }))?.serial ?? 0;
    });
    const confirmed = { secondary: 'ns2', serial: serial + 100 };
    await database.transaction((tx) =>
      tx.batch([
        ...names.slice(0, 20).map((zone) => command(confirmSerial, { ...confirmed, zone })),
        command(confirmSerial, { ...confirmed, zone: 'w-0.com', serial: serial - 100 }),
      ]),
    );
    const later = { now: () => clock.now() + 60_000 };
    const counted = new ZonesBehind({ reader: database, clock: later, pageZones: 10 });
    expect(await counted.read()).toEqual([
      { secondary: 'ns1', zones: 23 },
      { secondary: 'ns2', zones: 4 },
    ]);
    const fresh = new ZonesBehind({ reader: database, clock });
    expect(await fresh.read()).toEqual([
      { secondary: 'ns1', zones: 0 },
      { secondary: 'ns2', zones: 0 },
    ]);
  });
});
