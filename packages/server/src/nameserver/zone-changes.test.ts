/** What another process changes is answered within half a second, however many zones there are. */

import { Name, parseIpAddress, type ResourceRecord, rrTypes } from '@hostmaster/dns';
import { query } from '@hostmaster/test-rig/any-query';
import { describeOnBothEngines, type TestEngine } from '@hostmaster/test-rig/engines';
import { QueryLog } from '@hostmaster/test-rig/query-log';
import { planOf } from '@hostmaster/test-rig/query-plan';
import { sql } from 'kysely';
import { expect, it } from 'vitest';
import type { Change } from '../changes/change.ts';
import { persistChange } from '../changes/persist.ts';
import { zoneDifference } from '../changes/zone-edit.ts';
import { closeZone, openZone } from '../publication/open-zone.ts';
import { readMigrations } from '../storage/migrate.ts';
import { insertRaise } from '../storage/queries/zones/zone-journal.ts';
import { raiseSerial, readZoneChanges } from '../storage/queries/zones/zones.ts';
import type { HostmasterDatabase, Schema } from '../storage/schema.ts';
import { packRecords } from '../zones/journal-form.ts';
import { standardSoa } from '../zones/soa-settings.ts';
import { ZoneContent } from '../zones/zone-content.ts';
import { ZoneCache } from './zone-cache.ts';

const migrations = readMigrations(new URL('../storage/migrations/', import.meta.url));

describeOnBothEngines('the cache of zones, beside another process', (engine) => {
  it('shows each kind of change after half a second', async () => {
    const { other, cache, clock } = await twoProcesses(engine, { zones: 2 });
    const serial = async () => (await cache.find(Name.parse('zone-1.com')))?.serial ?? null;
    const first = await serial();
    const changes: [string, Change][] = [
      ['a record was added', addAddress(1)],
      ['the name was released', closeZone(domainAt(1))],
      ['another workspace took it over', openZone(takenOver, [])],
      ['and again', addAddress(1, takenOver.id)],
    ];
    let held = first;
    for (const [title, change] of changes) {
      await persistChange(other, change);
      expect(await serial(), `${title}, read too early`).toBe(held);
      clock.ms += 500;
      await nextTurn();
      const now = await serial();
      expect(now, title).not.toBe(held);
      held = now;
    }
    expect(held).toBeGreaterThan(first ?? 0);
  });

  it('shows a change whose transaction stayed open during checks', async () => {
    const { own, other, cache, clock } = await twoProcesses(engine, { zones: 2 });
    const address = async () => {
      const name = Name.parse('added.zone-1.com');
      const zone = await cache.find(name);
      return zone instanceof ZoneContent ? zone.names.at(name.key).length : null;
    };
    expect(await address()).toBe(0);
    const written = Promise.withResolvers<void>();
    const released = Promise.withResolvers<void>();
    const change = other.transaction(async (tx) => {
      // Written before the commit, as by a version that raises serials at once.
      const zone = { name: 'zone-1.com', domainId: 'dom_1' };
      await tx.run(raiseSerial, zone);
      await tx.run(insertRaise, {
        zone: zone.name,
        domainId: zone.domainId,
        removed: new Uint8Array(),
        added: packRecords([addressAt(1)]),
      });
      await tx.run(backdate, {});
      written.resolve();
      await released.promise;
    });
    await written.promise;
    for (let checks = 0; checks < 5; checks += 1) {
      // SQLite has one writer at a time.
      if (engine.name === 'postgres') await persistChange(own, addAddress(0));
      clock.ms += 500;
      expect(await address()).toBe(0);
    }
    released.resolve();
    await change;
    clock.ms += 500;
    await nextTurn();
    expect(await address()).toBe(1);
  });

  it('asks one question for all zones, and each zone that changed', async () => {
    const { other, cache, clock, log } = await twoProcesses(engine, { zones: 300 });
    const askAll = async () => {
      for (let index = 0; index < 300; index += 1) {
        await cache.find(Name.parse(`www.zone-${index}.com`));
      }
    };
    await askAll();
    clock.ms += 500;
    expect(await log.during(askAll)).toEqual([readZoneChanges]);
    await persistChange(other, addAddress(7));
    clock.ms += 500;
    const asked = await log.during(askAll);
    expect(asked[0]).toBe(readZoneChanges);
    expect(asked.length).toBeLessThan(8);
  });

  it('finds the changes by their time', async () => {
    const { other } = await twoProcesses(engine, { zones: 3_000 });
    const plan = await planOf(other, readZoneChanges, { since: 1, limit: 100 });
    expect(plan).toMatch(/zones_by_change/);
    expect(plan).not.toMatch(/SCAN zones$|Seq Scan/m);
  });
});

/** Reads of one turn of the event loop share a snapshot; another process commits in no turn of ours. */
const nextTurn = () => new Promise(setImmediate);

const domainAt = (index: number) =>
  ({
    id: `dom_${index}`,
    name: `zone-${index}.com`,
    state: 'live',
    zone: { signing: 'off' },
  }) as const;
const takenOver = {
  id: 'dom_taken',
  name: 'zone-1.com',
  state: 'live',
  zone: { signing: 'off' },
} as const;

/** A transaction that began long before the checks. */
const backdate = query<object>()(({ db }) =>
  db
    .updateTable('zones')
    .set({ changed_at: sql<number>`changed_at - 60000` })
    .where('name', '=', 'zone-1.com'),
);

function addAddress(index: number, id = `dom_${index}`): Change {
  const difference = { removed: [], added: [addressAt(index)] };
  return { zones: zoneDifference({ ...domainAt(index), id }, difference) };
}

function addressAt(index: number): ResourceRecord {
  const name = Name.parse(`added.zone-${index}.com`);
  const rdata = parseIpAddress('192.0.2.1') ?? new Uint8Array();
  return { name, type: rrTypes.A, class: 1, ttlSeconds: 300, rdata };
}

/** A cache with a clock of its own, and a second connection to the same store. */
async function twoProcesses(engine: TestEngine, { zones }: { readonly zones: number }) {
  const place = await engine.place();
  const own = await engine.open<Schema>({ migrations, place });
  const other = await engine.open<Schema>({ migrations, place });
  await createZones(other, zones);
  const clock = { ms: 0, now: () => clock.ms };
  const log = new QueryLog();
  const cache = new ZoneCache({ database: log.wrap(own), soaDefaults: standardSoa, clock });
  return { own, other, cache, clock, log };
}

async function createZones(database: HostmasterDatabase, count: number): Promise<void> {
  const numbers = `with recursive numbers (n) as (select 0 union all select n + 1 from numbers where n + 1 < ${count})`;
  const columns = `workspace_id, state, visible, auto_renew, privacy_enabled, transfer_locked, nameservers, contact, desired_revision, applied_revision, years, created_at, expires_at, renewal_failed`;
  const values = `'ws', 'live', 1, 0, 0, 1, '["ns1.example.net"]', '{}', 1, 1, 1, 0, 0, 0`;
  await database.transaction(async (tx) => {
    const run = (text: string) => tx.run(statement(text), {});
    await run(`insert into workspaces (id, name, created_at) values ('ws', 'w', 0)`);
    await run(
      `insert into domains (id, name, ${columns}) ${numbers} select 'dom_' || n, 'zone-' || n || '.com', ${values} from numbers`,
    );
    await run(
      `insert into domains (id, name, ${columns}) values ('${takenOver.id}', 'taken.com', ${values})`,
    );
    await run(
      `insert into zones (name, domain_id, serial, previous_serial, changed_at, catalog_due) ${numbers} select 'zone-' || n || '.com', 'dom_' || n, 1, 0, n, 0 from numbers`,
    );
  });
}

function statement(text: string) {
  return query<object>()(({ db }) => ({ compile: () => sql.raw(text).compile(db) }));
}
