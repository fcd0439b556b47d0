/** Deletes journal entries older than a day, and per zone those beyond the length of an IXFR. */

import { hourMs } from '@hostmaster/contract/durations';
import { readList } from '@hostmaster/storage';
import type { MachineClock } from '../base/clock.ts';
import { persistChange } from '../changes/persist.ts';
import { anyOldJournal, listLongJournals } from '../storage/queries/zones/zone-journal.ts';
import type { HostmasterDatabase } from '../storage/schema.ts';
import { statement } from '../storage/statements.ts';
import { differencesMax } from './read-zone.ts';

const keptMs = 25 * hourMs;
const batchMax = 1_000;

export async function trimJournals(
  database: HostmasterDatabase,
  clock: MachineClock,
): Promise<void> {
  const notBefore = clock.now() - keptMs;
  while ((await database.first(anyOldJournal, { notBefore })) !== undefined) {
    const deletion = statement('deleteOldJournal', { notBefore, limit: batchMax });
    await persistChange(database, { rows: [deletion] });
  }
  const entriesMax = differencesMax;
  for (const { zone } of await readList(database, listLongJournals, { entriesMax })) {
    await persistChange(database, { rows: [statement('shortenJournal', { zone, entriesMax })] });
  }
}
