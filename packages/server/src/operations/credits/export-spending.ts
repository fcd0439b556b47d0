/** GET /v1/spending/csv. */
import { isoTime } from '../../base/iso-time.ts';
import { spendingCsv } from '../../ledger/spending-report.ts';
import { requireWholeWorkspace } from '../../workspaces/permission.ts';
import { fileOperation } from '../operation.ts';

export const exportSpending = fileOperation('exportSpending', async (reader, { actor, now }) => {
  requireWholeWorkspace(actor, 'read the spending');
  return {
    fileName: `spending-${isoTime(now).slice(0, 10)}.csv`,
    content: spendingCsv(reader, { workspaceId: actor.workspaceId, now }),
  };
});
