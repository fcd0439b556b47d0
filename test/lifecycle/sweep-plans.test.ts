/** The cost of finding due domains depends only on their number: checked by query plans. */

import { dayMs } from '@hostmaster/contract/durations';
import type { WriteQuery } from '@hostmaster/storage';
import { describeOnBothEngines } from '@hostmaster/test-rig/engines';
import { persistDecided } from '@hostmaster/test-rig/persist-decided';
import { planOf } from '@hostmaster/test-rig/query-plan';
import { configFor } from '@hostmaster/test-rig/service-config';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { openStores, type Stores } from '../../packages/server/src/composition/open-stores.ts';
import {
  countReleases,
  findNextDue,
  listDue,
  listRenewals,
  lockDueDomain,
} from '../../packages/server/src/storage/queries/domains/lifecycle-sweep.ts';
import type { Schema } from '../../packages/server/src/storage/schema.ts';
import { newWorkspace } from '../../packages/server/src/workspaces/workspaces.ts';
import { insertPortfolio } from './portfolio.ts';

const now = Date.UTC(2031, 5, 10, 12);
const domainCount = 20_000;

const analyze: WriteQuery<Schema, object> = {
  bound: null,
  compile: () => ({ sql: 'analyze', bind: () => [] }),
};

describeOnBothEngines('query plans of the sweep', (engine) => {
  let stores: Stores;
  const workspaceIds: string[] = [];

  beforeAll(async () => {
    stores = await openStores(configFor(await engine.place()));
    const { database } = stores;
    for (let i = 0; i < 4; i += 1) {
      const workspace = await persistDecided(
        database,
        newWorkspace({ name: `W${i}`, email: null, creditCents: 0, at: now }),
      );
      workspaceIds.push(workspace.id);
      // Spread over ten years; a handful is due.
      const expiresAt = (k: number) =>
        Math.round(now + 30 * dayMs + (k / domainCount) * 4 * 3_650 * dayMs);
      await insertPortfolio(database, {
        workspaceId: workspace.id,
        count: domainCount / 4,
        prefix: `w${i}`,
        expiresAt,
        dueAt: (k) => expiresAt(k) - 30 * dayMs,
        noticedUntil: 0,
        autoRenew: i % 2 === 0,
      });
    }
    await database.transaction((tx) => tx.run(analyze, {}));
  });
  afterAll(() => stores.close());

  it('finds what is due by the partial index', async () => {
    const plan = await planOf(stores.database, listDue, { now, limit: 100 });
    expect(plan).toMatch(/domains_due/);
    expect(plan).not.toMatch(/SCAN domains$|SCAN domains\n|Seq Scan/);
  });

  it('finds the next instant by the first entry of that index', async () => {
    const plan = await planOf(stores.database, findNextDue, {});
    expect(plan).toMatch(/domains_due/);
    expect(plan).not.toMatch(/SCAN domains$|SCAN domains\n|Seq Scan|TEMP B-TREE|Sort/);
  });

  it('locks one domain by its key', async () => {
    const plan = await planOf(stores.database, lockDueDomain, { id: 'dom_w0-0', now });
    expect(plan).toMatch(/domains_pkey|sqlite_autoindex_domains_1|domains_due/);
    expect(plan).not.toMatch(/SCAN domains|Seq Scan/);
  });

  it("finds a workspace's coming renewals by the index on their expiry", async () => {
    const plan = await planOf(stores.database, listRenewals.page, {
      ...listRenewals.first,
      limit: 1_000,
      workspaceId: workspaceIds[0] ?? '',
      from: now,
      until: now + 31 * dayMs,
    });
    expect(plan).toMatch(/domains_of_workspace_by_expiry/);
    expect(plan).not.toMatch(/SCAN domains|Seq Scan/);
  });

  it("counts a day's releases by their index", async () => {
    const plan = await planOf(stores.database, countReleases, { since: now });
    expect(plan).toMatch(/domains_release_began/);
    expect(plan).not.toMatch(/SCAN domains$|Seq Scan/);
  });
});
