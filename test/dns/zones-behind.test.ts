/** How many zones secondaries lack is counted page by page, and the sum is exact. */

import { describeOnBothEngines } from '@hostmaster/test-rig/engines';
import { until } from '@hostmaster/test-rig/service';
import { configFor } from '@hostmaster/test-rig/service-config';
import { expect, it } from 'vitest';
import { persistChange } from '../../packages/server/src/changes/persist.ts';
import { openStores } from '../../packages/server/src/composition/open-stores.ts';
import { ZonesBehind } from '../../packages/server/src/nameserver/secondaries/zones-behind.ts';
import { findZone } from '../../packages/server/src/storage/queries/zones/zones.ts';
import { insert } from '../../packages/server/src/storage/row-write.ts';
import { statement } from '../../packages/server/src/storage/statements.ts';
import { secondaries } from '../../packages/server/src/storage/tables/secondaries/secondaries.ts';
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
  reachedAt: null,
  unreachableSince: null,
});

describeOnBothEngines('zones that secondaries lack', (engine) => {
  it('are counted over all pages, without zones that are new or not listed', async () => {
    const { database, clock, close } = await openStores(configFor(await engine.place()));
    engine.afterwards(close);
    await createIdleWorkspace(database, { count: 25, at: clock.now() });
    const names = Array.from({ length: 25 }, (_, i) => `w-${i}.com`);
    const none = new ZonesBehind({ reader: database, clock });
    expect(await none.read()).toEqual([]);
    await persistChange(database, {
      rows: [
        ...names.map((name) =>
          statement('openZone', { name, domainId: `dom_${name.slice(0, -4)}` }),
        ),
        statement('markListed', { names: names.slice(0, 23) }),
        ...['ns1', 'ns2'].map((name) => insert(secondaries, secondary(name))),
      ],
    });
    const serial = (await database.first(findZone, { name: 'w-0.com' }))?.serial ?? 0;
    const confirmed = { secondary: 'ns2', serial: serial + 100 };
    await persistChange(database, {
      rows: [
        ...names.slice(0, 20).map((zone) => statement('confirmSerial', { ...confirmed, zone })),
        statement('confirmSerial', { ...confirmed, zone: 'w-0.com', serial: serial - 100 }),
      ],
    });
    const later = { now: () => clock.now() + 60_000 };
    const counted = new ZonesBehind({ reader: database, clock: later, pageZones: 10 });
    // The first count can take longer than a reader waits.
    await until('all pages are counted', async () => (await counted.read()).length > 0);
    expect(await counted.read()).toEqual([
      { secondary: 'ns1', zones: 23 },
      { secondary: 'ns2', zones: 4 },
    ]);
    const fresh = new ZonesBehind({ reader: database, clock });
    await until('all pages are counted', async () => (await fresh.read()).length > 0);
    expect(await fresh.read()).toEqual([
      { secondary: 'ns1', zones: 0 },
      { secondary: 'ns2', zones: 0 },
    ]);
  });
});
