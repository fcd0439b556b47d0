/** GET /v1/bulk, newest first, and GET /v1/bulk/{bulkId} with its domains in their order. */
import { limits } from '@hostmaster/contract';
import { centsToCredits } from '../../base/money.ts';
import { listBulkItems, listBulkItemsIn } from '../../storage/queries/bulk/bulk-items.ts';
import { listBulks as listQuery } from '../../storage/queries/bulk/bulk-operations.ts';
import type { BulkItem } from '../../storage/tables/bulk/bulk-items.ts';
import type { BulkOperation } from '../../storage/tables/bulk/bulk-operations.ts';
import { readOperation } from '../operation.ts';
import { nextCursor, pageStart } from '../page-cursor.ts';
import { bulkView, loadBulk, loadTally, seesBulk } from './own-bulk.ts';

/** Sorts behind every id. */
const newest = '~';

export const listBulks = readOperation('listBulks', async (reader, call, input) => {
  const limit = input.limit ?? limits.bulkPageDefault;
  const found = await reader.all(listQuery, {
    workspaceId: call.actor.workspaceId,
    before: pageStart(input) ?? newest,
    limit,
  });
  const seen = found.filter((bulk) => seesBulk(call.actor, bulk));
  return {
    bulks: seen.map((bulk) => bulkView(bulk)),
    cursor: nextCursor(found, limit, ({ id }) => id),
  };
});

export const getBulk = readOperation('getBulk', async (reader, call, input) => {
  const bulk = await loadBulk(reader, call, input.bulkId);
  const limit = input.limit ?? limits.bulkPageDefault;
  const place = Number(pageStart(input) ?? -1);
  const after = Number.isSafeInteger(place) ? place : -1;
  const stored = storedState(bulk, input.state);
  const [tally, items] = await Promise.all([
    loadTally(reader, bulk),
    stored === 'none'
      ? []
      : stored === 'any'
        ? reader.all(listBulkItems, { bulkId: bulk.id, after, limit })
        : reader.all(listBulkItemsIn, { bulkId: bulk.id, state: stored, after, limit }),
  ]);
  return {
    bulk: bulkView(bulk, tally),
    items: items.map((item) => itemView(bulk, item)),
    cursor: nextCursor(items, limit, ({ position }) => position),
  };
});

/** What is ready when an operation is cancelled is cancelled with it, without a write for each. */
function storedState(
  { state }: BulkOperation,
  wanted: BulkItem['state'] | 'cancelled' | undefined,
): BulkItem['state'] | 'any' | 'none' {
  if (wanted === undefined) return 'any';
  const isCancelled = state === 'cancelled';
  if (wanted === 'cancelled') return isCancelled ? 'ready' : 'none';
  return wanted === 'ready' && isCancelled ? 'none' : wanted;
}

function itemView(bulk: BulkOperation, item: BulkItem) {
  const { domain, state, priceCents, code, message } = item;
  const isCancelled = state === 'ready' && bulk.state === 'cancelled';
  return {
    domain,
    state: isCancelled ? ('cancelled' as const) : state,
    credits: state === 'failed' || isCancelled ? 0 : centsToCredits(priceCents),
    error: code === null ? null : { code, message: message ?? '' },
  };
}
