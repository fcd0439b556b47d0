/** Deletes activity, mails, sends and deliveries that are older than their retention, in small transactions. */
import type { MachineClock } from '../base/clock.ts';
import { firstIdAt, type IdPrefix } from '../base/ids.ts';
import {
  deleteOldActivity,
  deleteOldDeliveries,
  deleteOldMails,
  deleteOldSends,
} from '../storage/queries/retention.ts';
import type { HostmasterDatabase } from '../storage/schema.ts';

export interface Retention {
  readonly activityMs: number;
  readonly mailsMs: number;
  readonly sendsMs: number;
  readonly eventsMs: number;
}

/** Small enough that other writers wait a few milliseconds at most. */
const batchSize = 500;
/** A run, also the last one before the service stops, ends after this many; the next one goes on. */
const batchesPerRun = 20;

export async function deleteOldRows(
  parts: { readonly database: HostmasterDatabase; readonly clock: MachineClock },
  retention: Retention,
): Promise<number> {
  const kinds: readonly [IdPrefix, number, typeof deleteOldActivity][] = [
    ['act', retention.activityMs, deleteOldActivity],
    ['eml', retention.mailsMs, deleteOldMails],
    ['snd', retention.sendsMs, deleteOldSends],
    ['dlv', retention.eventsMs, deleteOldDeliveries],
  ];
  let deleted = 0;
  for (const [prefix, keptMs, statement] of kinds) {
    const before = firstIdAt(prefix, Math.max(0, parts.clock.now() - keptMs));
    for (let batch = 0; batch < batchesPerRun; batch += 1) {
      const count = await parts.database.transaction((tx) =>
        tx.run(statement, { before, limit: batchSize }),
      );
      deleted += count;
      if (count < batchSize) break;
    }
  }
  return deleted;
}
