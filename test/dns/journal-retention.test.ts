/** The journal keeps a day of entries, and per zone no more than an IXFR is made of, in entries and in bytes. */

import { hourMs } from '@hostmaster/contract/durations';
import { Name } from '@hostmaster/dns';
import { query } from '@hostmaster/test-rig/any-query';
import { describeOnBothEngines } from '@hostmaster/test-rig/engines';
import { expect, it } from 'vitest';
import { systemClock } from '../../packages/server/src/base/clock.ts';
import { ZoneKeyRing } from '../../packages/server/src/base/zone-key-ring.ts';
import { persistChange } from '../../packages/server/src/changes/persist.ts';
import { raiseSerial } from '../../packages/server/src/changes/raise-serials.ts';
import { trimJournals } from '../../packages/server/src/nameserver/journal-retention.ts';
import { differencesMax } from '../../packages/server/src/nameserver/read-zone.ts';
import { lateWrites } from '../../packages/server/src/storage/late-slot.ts';
import { openDatabase } from '../../packages/server/src/storage/open-database.ts';
import { insert } from '../../packages/server/src/storage/row-write.ts';
import { statement } from '../../packages/server/src/storage/statements.ts';
import { zoneJournal } from '../../packages/server/src/storage/tables/zones/zone-journal.ts';

const summary = query<object>()(({ db }) =>
  db
    .selectFrom('zone_journal')
    .select(({ fn }) => [
      'zone',
      fn.countAll<number>().as('count'),
      fn.min('from_serial').as('first'),
    ])
    .groupBy('zone')
    .orderBy('zone'),
);

describeOnBothEngines('journal retention', (engine) => {
  it('deletes entries older than a day or beyond the limit of a zone, and no others', async () => {
    const place = await engine.place();
    const database = await openDatabase({ ...place, databaseConnections: 2 });
    engine.afterwards(() => database.close());
    const now = systemClock.now();
    const fill = (zone: string, count: number, at: (index: number) => number) =>
      persistChange(database, {
        rows: Array.from({ length: count }, (_, index) =>
          insert(zoneJournal, {
            zone,
            fromSerial: index,
            toSerial: index + 1,
            removed: new Uint8Array(),
            added: new Uint8Array(),
            at: at(index),
          }),
        ),
      });
    await fill('aged.com', 2_600, (index) => now - (index < 2_500 ? 26 : 23) * hourMs);
    await fill('busy.com', differencesMax + 50, () => now);
    await fill('calm.com', 3, () => now - 23 * hourMs);
    await trimJournals(database, systemClock);
    const rows = await database.all(summary, {});
    expect(rows.map((row) => ({ ...row, count: Number(row.count) }))).toEqual([
      { zone: 'aged.com', count: 100, first: 2_500 },
      { zone: 'busy.com', count: differencesMax + 1, first: 49 },
      { zone: 'calm.com', count: 3, first: 0 },
    ]);
  });

  it('hole 1: keeps the newest entries that have the bytes of a zone together', async () => {
    const place = await engine.place();
    const database = await openDatabase({ ...place, databaseConnections: 2 });
    engine.afterwards(() => database.close());
    const rows = ['large.com', 'other.com'].flatMap((zone) =>
      Array.from({ length: 10 }, (_, index) =>
        insert(zoneJournal, {
          ...{ zone, fromSerial: index, toSerial: index + 1, at: systemClock.now() },
          ...{ removed: new Uint8Array(600), added: new Uint8Array(400) },
        }),
      ),
    );
    const lightened = statement('lightenJournal', { zone: 'large.com', bytesMax: 3_500 });
    await persistChange(database, { rows: [...rows, lightened] });
    const left = await database.all(summary, {});
    expect(left.map((row) => ({ ...row, count: Number(row.count) }))).toEqual([
      { zone: 'large.com', count: 3, first: 7 },
      { zone: 'other.com', count: 10, first: 0 },
    ]);
  });

  it('hole 1: a large difference of a zone shortens its journal', () => {
    const domain = { id: 'dom_1', name: 'large.com', zone: { signing: 'off' } } as const;
    const differenceOf = (bytes: number) => ({
      removed: [],
      added: [
        {
          name: Name.parse('large.com'),
          type: 16,
          class: 1,
          ttlSeconds: 60,
          rdata: new Uint8Array(bytes),
        },
      ],
    });
    const ring = new ZoneKeyRing(null);
    const namesOf = (bytes: number) =>
      lateWrites([raiseSerial({ domain, difference: differenceOf(bytes), ring })]).map((write) =>
        write.kind === 'statement' ? write.name : write.kind,
      );
    expect(namesOf(1_000)).toEqual(['raiseSerial', 'insertRaise']);
    expect(namesOf(9_000)).toEqual(['raiseSerial', 'insertRaise', 'lightenJournal']);
  });
});
