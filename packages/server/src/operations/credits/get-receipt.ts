/** GET /v1/receipts/{number}. */
import { requireReceipt } from '../../payments/receipts.ts';
import { requireWholeWorkspace } from '../../workspaces/permission.ts';
import { readOperation } from '../operation.ts';
import { receiptView } from './receipt-views.ts';

export const getReceipt = readOperation('getReceipt', async (reader, { actor }, { number }) => {
  requireWholeWorkspace(actor, 'read receipts');
  const { workspaceId } = actor;
  return { receipt: receiptView(await requireReceipt(reader, { workspaceId, number })) };
});
