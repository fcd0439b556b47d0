/** Deletes journal entries older than a day, and per zone those beyond the length of an IXFR. */
import { hourMs } from '@hostmaster/contract/durations';
import type { MachineClock } from '../base/clock.ts';
import {
  deleteOldJournal,
  listLongJournals,
  shortenJournal,
} from '../storage/queries/zone-journal.ts';
import type { HostmasterDatabase } from '../storage/schema.ts';
import { differencesMax } from './read-zone.ts';

const keptMs = 25 * hourMs;
const batchMax = 1_000;

export async function trimJournals(
  database: HostmasterDatabase,
  clock: MachineClock,
): Promise<void> {
  const notBefore = clock.now() - keptMs;
  let deleted = batchMax;
  while (deleted === batchMax) {
    deleted = await database.transaction((tx) =>
      tx.run(deleteOldJournal, { notBefore, limit: batchMax }),
    );
  }
  const entriesMax = differencesMax;
  for (const { zone } of await database.all(listLongJournals, { entriesMax })) {
    await database.transaction((tx) => tx.run(shortenJournal, { zone, entriesMax }));
  }
}
