/** How many zones there are makes no difference to the memory of a process that answers for them. */

import { Name } from '@hostmaster/dns';
import { query } from '@hostmaster/test-rig/any-query';
import { collectGarbage } from '@hostmaster/test-rig/collect-garbage';
import { createEngine } from '@hostmaster/test-rig/engines';
import { sql } from 'kysely';
import { describe, expect, it } from 'vitest';
import { systemClock } from '../../packages/server/src/base/clock.ts';
import { ZoneCache } from '../../packages/server/src/nameserver/zone-cache.ts';
import { openDatabase } from '../../packages/server/src/storage/open-database.ts';
import type { HostmasterDatabase } from '../../packages/server/src/storage/schema.ts';
import { standardSoa } from '../../packages/server/src/zones/soa-settings.ts';
import { ZoneContent } from '../../packages/server/src/zones/zone-content.ts';

const bytesMax = 2 ** 20;
const questions = 4_000;

describe('the cache of zones', () => {
  const engine = createEngine('sqlite');

  it('takes the same memory with 1,000 and with 100,000 zones', async () => {
    const { dataDir } = await engine.place();
    const database = await openDatabase({ dataDir, databaseUrl: null, databaseConnections: 1 });
    engine.afterwards(() => database.close());
    await createZones(database, { from: 0, to: 1_000 });
    // What the first use of every part takes, once, is not the cache's.
    await askAcross(database, 1_000);
    const few = await askAcross(database, 1_000);
    await createZones(database, { from: 1_000, to: 100_000 });
    const many = await askAcross(database, 100_000);
    for (const { bytes, zones } of [few, many]) {
      expect(bytes).toBeLessThanOrEqual(bytesMax);
      expect(zones).toBeGreaterThan(100);
    }
    // Longer names make the difference.
    expect(Math.abs(many.zones - few.zones)).toBeLessThan(0.05 * few.zones);
    expect(Math.abs(many.heapBytes - few.heapBytes)).toBeLessThan(2 * bytesMax);
    // What the cache says of itself is not far from what it takes.
    expect(few.heapBytes).toBeLessThan(2 * bytesMax);
  });
});

/** Questions spread over all zones; the heap is what remains of them. */
async function askAcross(
  database: HostmasterDatabase,
  zoneCount: number,
): Promise<{ bytes: number; zones: number; heapBytes: number }> {
  collectGarbage();
  const before = process.memoryUsage().heapUsed;
  const cache = new ZoneCache({ database, clock: systemClock, soaDefaults: standardSoa, bytesMax });
  for (let index = 0; index < questions; index += 1) {
    const zone = `zone-${Math.floor((index * zoneCount) / questions)}.com`;
    const found = await cache.find(Name.parse(`www.${zone}`));
    const key = Name.parse(`www.${zone}`).key;
    if (!(found instanceof ZoneContent) || found.names.at(key).length !== 1) {
      throw new Error(`${zone} is not served.`);
    }
  }
  collectGarbage();
  const heapBytes = process.memoryUsage().heapUsed - before;
  return { bytes: cache.bytes, zones: cache.size, heapBytes };
}

async function createZones(
  database: HostmasterDatabase,
  range: { readonly from: number; readonly to: number },
): Promise<void> {
  const numbers = `with recursive numbers (n) as (select ${range.from} union all select n + 1 from numbers where n + 1 < ${range.to})`;
  await database.transaction(async (tx) => {
    await tx.run(
      statement(
        `insert into workspaces (id, name, email, created_at) values ('ws', 'w', null, 0) on conflict do nothing`,
      ),
      {},
    );
    await tx.run(
      statement(`insert into domains (id, workspace_id, name, state, visible, auto_renew, privacy_enabled, transfer_locked, nameservers, contact, desired_revision, applied_revision, years, created_at, expires_at, renewal_failed)
        ${numbers} select 'dom_' || n, 'ws', 'zone-' || n || '.com', 'live', 1, 0, 0, 1, '["ns1.example.net","ns2.example.net"]', '{}', 1, 1, 1, 0, 0, 0 from numbers`),
      {},
    );
    await tx.run(
      statement(`insert into zones (name, domain_id, serial, previous_serial, changed_at, listed_id, catalog_due)
        ${numbers} select 'zone-' || n || '.com', 'dom_' || n, 1, 0, 0, null, 0 from numbers`),
      {},
    );
    await tx.run(
      statement(`insert into records (id, domain_id, type, name, ttl_seconds, value, created_at)
        ${numbers} select 'rec_' || n, 'dom_' || n, 'A', 'www', 300, '192.0.2.1', 0 from numbers`),
      {},
    );
  });
}

function statement(text: string) {
  return query<object>()(({ db }) => ({ compile: () => sql.raw(text).compile(db) }));
}
