/** GET /v1/billing: the billing details, or only the name of a workspace that has none. */
import { readBuyer } from '../../payments/receipts.ts';
import { requireWholeWorkspace } from '../../workspaces/permission.ts';
import { readOperation } from '../operation.ts';
import { billingView } from './receipt-views.ts';

export const getBilling = readOperation('getBilling', async (reader, { actor }) => {
  requireWholeWorkspace(actor, 'read billing details');
  return { billing: billingView(await readBuyer(reader, actor.workspaceId)) };
});
