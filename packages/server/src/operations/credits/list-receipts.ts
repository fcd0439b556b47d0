/** GET /v1/receipts, newest first. */
import { limits } from '@hostmaster/contract';
import { listReceipts as listReceiptsQuery } from '../../storage/queries/credits/receipts.ts';
import { requireWholeWorkspace } from '../../workspaces/permission.ts';
import { readOperation } from '../operation.ts';
import { foreignCursor, nextCursor, pageStart } from '../page-cursor.ts';
import { receiptLine } from './receipt-views.ts';

export const listReceipts = readOperation('listReceipts', async (reader, { actor }, input) => {
  requireWholeWorkspace(actor, 'read receipts');
  const { workspaceId } = actor;
  const limit = input.limit ?? limits.receiptsPageDefault;
  const before = numberBefore(pageStart(input));
  const found = await reader.all(listReceiptsQuery, { workspaceId, before, limit });
  return {
    receipts: found.map(receiptLine),
    cursor: nextCursor(found, limit, ({ number }) => number),
  };
});

function numberBefore(place: string | null): number {
  if (place === null) return Number.MAX_SAFE_INTEGER;
  if (/^[1-9][0-9]{0,14}$/.test(place)) return Number(place);
  throw foreignCursor();
}
