/** Comparing a large portfolio with the registry is short work at a time. */

import { command } from '@hostmaster/storage';
import { describeOnBothEngines } from '@hostmaster/test-rig/engines';
import { configFor } from '@hostmaster/test-rig/service-config';
import { expect, it } from 'vitest';
import { createLog } from '../../packages/server/src/base/log.ts';
import { openStores, rulesOf } from '../../packages/server/src/composition/open-stores.ts';
import { RegistryWatch } from '../../packages/server/src/reconciliation/registry-watch.ts';
import { setComparedAt } from '../../packages/server/src/storage/queries/registry/registry-notes.ts';
import { createIdleWorkspace } from './portfolio.ts';

const now = Date.UTC(2031, 5, 10, 12);

describeOnBothEngines('the comparison of many domains', (engine) => {
  it('reads and compares a bounded number at a time', async () => {
    const config = configFor(await engine.place());
    const stores = await openStores(config);
    engine.afterwards(() => stores.close());
    const { database, registrar } = stores;
    await createIdleWorkspace(database, { count: 1_025, at: now });
    const ids = Array.from({ length: 1_025 }, (_, i) => `dom_w-${i}`).sort();
    await database.transaction((tx) =>
      tx.batch(
        ids.slice(0, 1_000).map((domainId) => command(setComparedAt, { domainId, seenAt: now })),
      ),
    );
    const watch = new RegistryWatch({
      database,
      registrar,
      rules: rulesOf(config, registrar),
      clock: { now: () => now },
      log: createLog('silent'),
    });
    const counts: number[] = [];
    for (let page = 0; page < 5; page += 1) counts.push(await watch.compareStale());
    expect(counts).toEqual([0, 10, 10, 5, 0]);
  });
});
