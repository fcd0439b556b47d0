/**
 * A store that has just been filled: PostgreSQL has no statistics yet and guesses. What every
 * request asks for must be found by the right index all the same.
 */

import type { WriteQuery } from '@hostmaster/storage';
import { describeOnBothEngines } from '@hostmaster/test-rig/engines';
import { planOf } from '@hostmaster/test-rig/query-plan';
import { configFor } from '@hostmaster/test-rig/service-config';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { openStores, type Stores } from '../../packages/server/src/composition/open-stores.ts';
import {
  findDomain,
  findHeldNames,
  lockDomain,
  lockZone,
  pageDomains,
} from '../../packages/server/src/storage/queries/domains/domains.ts';
import {
  listOwnerRecords,
  listOwnersRecords,
} from '../../packages/server/src/storage/queries/records/records.ts';
import { listRefusals } from '../../packages/server/src/storage/queries/registry/registry-notes.ts';
import type { Schema } from '../../packages/server/src/storage/schema.ts';
import { createIdleWorkspace } from '../lifecycle/portfolio.ts';

const now = Date.UTC(2031, 5, 10, 12);

const gatherNoStatistics: WriteQuery<Schema, object> = {
  bound: null,
  compile: () => ({
    sql: 'alter table domains set (autovacuum_enabled = false)',
    bind: () => [],
  }),
};

describeOnBothEngines('query plans without statistics', (engine) => {
  let stores: Stores;
  let workspaceId: string;
  /** Connections keep the plans that they made while the tables were empty. */
  const plansWhenEmpty = new Map<string, string>();
  const byName = { findDomain, lockDomain, lockZone };

  beforeAll(async () => {
    stores = await openStores(configFor(await engine.place()));
    const { database } = stores;
    if (database.dialect.engine === 'postgres') {
      await database.transaction((tx) => tx.run(gatherNoStatistics, {}));
    }
    for (const [title, asked] of Object.entries(byName)) {
      const params = { workspaceId: 'wsp_none', name: 'none.com' };
      plansWhenEmpty.set(title, await planOf(database, asked, params));
    }
    workspaceId = await createIdleWorkspace(database, { count: 2_000, at: now });
  });
  afterAll(() => stores.close());

  for (const [title, asked] of Object.entries(byName)) {
    it(`${title} looks a name up, whatever else its workspace has`, async () => {
      const plan = await planOf(stores.database, asked, { workspaceId, name: 'w-7.com' });
      for (const each of [plan, plansWhenEmpty.get(title)]) {
        expect(each).toMatch(/domains_visible_name|domains_had_name/);
        expect(each).not.toMatch(/Filter: \(name/);
      }
    });
  }

  it('pageDomains begins where the last page ended, and sorts nothing', async () => {
    const params = { workspaceId, afterId: 'dom_w-1000', limit: 250 };
    const plan = await planOf(stores.database, pageDomains, params);
    expect(plan).toMatch(/domains_of_workspace_in_order/);
    expect(plan).not.toMatch(/Sort|TEMP B-TREE/);
  });

  it('listRefusals reads refused changes, and not each domain of the workspace', async () => {
    const params = { workspaceId, after: '', limit: 500 };
    const plan = await planOf(stores.database, listRefusals.page, params);
    expect(plan).toMatch(/registry_notes_refused/);
    expect(plan).not.toMatch(/\(workspace_id=\?\)|Seq Scan|Filter: \(refusal/);
  });

  it('findHeldNames looks each of twenty names up', async () => {
    const names = Array.from({ length: 20 }, (_, i) => `w-${i}.com`);
    const plan = await planOf(stores.database, findHeldNames, { names });
    expect(plan).toMatch(/domains_held/);
    expect(plan).not.toMatch(/SCAN domains|Seq Scan/);
  });

  it('listOwnerRecords looks one name of a zone up', async () => {
    const params = { domainId: 'dom_w-7', name: 'www' };
    const plan = await planOf(stores.database, listOwnerRecords, params);
    expect(plan).toMatch(/records_of_owner_type/);
  });

  it('listOwnersRecords looks each of several names of a zone up', async () => {
    const params = { domainId: 'dom_w-7', names: ['@', 'www', '*'] };
    const plan = await planOf(stores.database, listOwnersRecords, params);
    expect(plan).toMatch(/records_of_owner_type/);
  });
});
