/** Deletes activity, mails, sends, deliveries and bulk operations that are older than their retention, in small steps. */
import type { MachineClock } from '../base/clock.ts';
import { firstIdAt, type IdPrefix } from '../base/ids.ts';
import { persist } from '../changes/persist.ts';
import {
  listOldActivity,
  listOldBulkItems,
  listOldBulks,
  listOldDeliveries,
  listOldMails,
  listOldSends,
} from '../storage/queries/retention.ts';
import { type RowWrite, removeAll } from '../storage/row-write.ts';
import type { HostmasterDatabase } from '../storage/schema.ts';
import { bulkItems } from '../storage/tables/bulk/bulk-items.ts';
import { bulkOperations } from '../storage/tables/bulk/bulk-operations.ts';
import { activity } from '../storage/tables/events/activity.ts';
import { mails } from '../storage/tables/mail/mails.ts';
import { sends } from '../storage/tables/registry/sends.ts';
import { webhookDeliveries } from '../storage/tables/webhooks/webhook-deliveries.ts';

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

interface OldRows {
  readonly prefix: IdPrefix;
  readonly keptMs: number;
  readonly list: typeof listOldActivity;
  removal(ids: readonly string[]): RowWrite;
}

export async function deleteOldRows(
  parts: { readonly database: HostmasterDatabase; readonly clock: MachineClock },
  { activityMs, mailsMs, sendsMs, eventsMs }: Retention,
): Promise<number> {
  const kinds: readonly OldRows[] = [
    {
      prefix: 'act',
      keptMs: activityMs,
      list: listOldActivity,
      removal: (id) => removeAll(activity, { id }),
    },
    {
      prefix: 'eml',
      keptMs: mailsMs,
      list: listOldMails,
      removal: (id) => removeAll(mails, { id }),
    },
    {
      prefix: 'snd',
      keptMs: sendsMs,
      list: listOldSends,
      removal: (id) => removeAll(sends, { id }),
    },
    {
      prefix: 'dlv',
      keptMs: eventsMs,
      list: listOldDeliveries,
      removal: (id) => removeAll(webhookDeliveries, { id }),
    },
    {
      prefix: 'bli',
      keptMs: eventsMs,
      list: listOldBulkItems,
      removal: (id) => removeAll(bulkItems, { id }),
    },
    {
      prefix: 'blk',
      keptMs: eventsMs,
      list: listOldBulks,
      removal: (id) => removeAll(bulkOperations, { id }),
    },
  ];
  let deleted = 0;
  for (const kind of kinds) {
    const before = firstIdAt(kind.prefix, Math.max(0, parts.clock.now() - kind.keptMs));
    for (let batch = 0; batch < batchesPerRun; batch += 1) {
      const count = await deleteBatch(parts.database, kind, before);
      deleted += count;
      if (count < batchSize) break;
    }
  }
  return deleted;
}

function deleteBatch(
  database: HostmasterDatabase,
  { prefix, list, removal }: OldRows,
  before: string,
): Promise<number> {
  return persist(database, {
    keys: [`old rows ${prefix}`],
    owner: '',
    commit: 'alone',
    load: (reader) => reader.all(list, { before, limit: batchSize }),
    decide: (old) => ({
      answer: old.length,
      change: old.length === 0 ? {} : { rows: [removal(old.map(({ id }) => id))] },
    }),
  });
}
