/** The journal keeps a day of entries, and per zone no more than an IXFR is made of. */

import { hourMs } from '@hostmaster/contract/durations';
import { describeOnBothEngines } from '@hostmaster/test-rig/engines';
import { expect, it } from 'vitest';
import { systemClock } from '../../packages/server/src/base/clock.ts';
import { persistChange } from '../../packages/server/src/changes/persist.ts';
import { trimJournals } from '../../packages/server/src/nameserver/journal-retention.ts';
import { differencesMax } from '../../packages/server/src/nameserver/read-zone.ts';
import { openDatabase } from '../../packages/server/src/storage/open-database.ts';
import { insert } from '../../packages/server/src/storage/row-write.ts';
import { query } from '../../packages/server/src/storage/schema.ts';
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
});
