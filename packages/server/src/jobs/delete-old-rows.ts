/** Deletes activity, mails, sends, deliveries and bulk operations that are older than their retention, in small steps. */
import { dayMs } from '@hostmaster/contract/durations';
import type { MachineClock } from '../base/clock.ts';
import { firstIdAt, type IdPrefix } from '../base/ids.ts';
import { persist } from '../changes/persist.ts';
import {
  listOldActivity,
  listOldBulkAuthCodes,
  listOldBulkItems,
  listOldBulks,
  listOldDeliveries,
  listOldMails,
  listOldSends,
} from '../storage/queries/retention.ts';
import { type RowWrite, removeAll } from '../storage/row-write.ts';
import type { HostmasterDatabase } from '../storage/schema.ts';
import { statement } from '../storage/statements.ts';
import { bulkAuthCodes } from '../storage/tables/bulk/bulk-auth-codes.ts';
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

/** As long as registries accept an auth code at most. */
const authCodesMs = 14 * dayMs;
/** Small enough that other writers wait a few milliseconds at most. */
const batchSize = 500;
/** A run, also the last one before the service stops, ends after this many; the next one goes on. */
const batchesPerRun = 20;

interface OldRows {
  readonly prefix: IdPrefix;
  readonly keptMs: number;
  readonly list: typeof listOldMails | typeof listOldActivity;
  /** The rows are those of `list`. */
  removal(old: readonly OldRow[]): readonly RowWrite[];
}

/** Rows without links are not part of a hash chain. */
interface OldRow {
  readonly id: string;
  readonly workspaceId?: string;
  readonly seq?: number | null;
  readonly hash?: string | null;
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
      removal: activityRemoval,
    },
    {
      prefix: 'eml',
      keptMs: mailsMs,
      list: listOldMails,
      removal: (old) => [removeAll(mails, { id: idsOf(old) })],
    },
    {
      prefix: 'snd',
      keptMs: sendsMs,
      list: listOldSends,
      removal: (old) => [removeAll(sends, { id: idsOf(old) })],
    },
    {
      prefix: 'dlv',
      keptMs: eventsMs,
      list: listOldDeliveries,
      removal: (old) => [removeAll(webhookDeliveries, { id: idsOf(old) })],
    },
    {
      prefix: 'blc',
      keptMs: authCodesMs,
      list: listOldBulkAuthCodes,
      removal: (old) => [removeAll(bulkAuthCodes, { id: idsOf(old) })],
    },
    {
      prefix: 'bli',
      keptMs: eventsMs,
      list: listOldBulkItems,
      removal: (old) => [removeAll(bulkItems, { id: idsOf(old) })],
    },
    {
      prefix: 'blk',
      keptMs: eventsMs,
      list: listOldBulks,
      removal: (old) => [
        removeAll(bulkAuthCodes, { bulkId: idsOf(old) }),
        removeAll(bulkOperations, { id: idsOf(old) }),
      ],
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
    load: (reader): Promise<OldRow[]> => reader.all(list, { before, limit: batchSize }),
    decide: (old) => ({
      answer: old.length,
      change: old.length === 0 ? {} : { rows: removal(old) },
    }),
  });
}

function idsOf(old: readonly OldRow[]): string[] {
  return old.map(({ id }) => id);
}

/**
 * The hash chain of each workspace begins later, with the hash of the last link that is deleted as its
 * anchor. Links have the order of the commits, ids that of the calls: entries before that link are
 * deleted with it, also those that are some moments younger.
 */
function activityRemoval(old: readonly OldRow[]): readonly RowWrite[] {
  const last = new Map<string, { readonly through: number; readonly anchor: string }>();
  for (const { workspaceId = '', seq, hash } of old) {
    if (seq == null || hash == null || seq <= (last.get(workspaceId)?.through ?? 0)) continue;
    last.set(workspaceId, { through: seq, anchor: hash });
  }
  const chains = [...last].sort(([a], [b]) => (a < b ? -1 : 1));
  return [
    ...chains.flatMap(([workspaceId, { through }]) => [
      statement('deleteActivityThrough', { workspaceId, through }),
      statement('deleteActivityLinksThrough', { workspaceId, through }),
    ]),
    removeAll(activity, { id: idsOf(old) }),
    ...chains.map(([workspaceId, end]) => statement('moveActivityAnchor', { workspaceId, ...end })),
  ];
}
