/** POST /v1/bulk/{bulkId}/retry. What failed is planned again at current prices, and then started again. */
import { bulkJob } from '../../changes/job-kinds.ts';
import { happened } from '../../facts/fact.ts';
import { update } from '../../storage/row-write.ts';
import { bulkOperations } from '../../storage/tables/bulk/bulk-operations.ts';
import { loadUse, requireRoomFor } from '../../workspaces/workspace-quota.ts';
import { changeOperation } from '../operation.ts';
import { bulkView, loadForChange, loadTally, wrongState } from './own-bulk.ts';

export const retryBulk = changeOperation('retryBulk', {
  parse: ({ bulkId }) => ({ bulkId }),

  commit: 'shared',

  async load(reader, call, { bulkId }) {
    const { workspaceId } = call.actor;
    const open = await loadUse(reader, 'openBulks', { workspaceId, now: call.now });
    const bulk = await loadForChange(reader, call, bulkId);
    return { bulk, open, tally: await loadTally(reader, bulk) };
  },

  decide(call, _parsed, { bulk, open, tally }) {
    const isPlanned = bulk.state === 'planned';
    if (!isPlanned && bulk.state !== 'finished') {
      throw wrongState('Only a planned or finished bulk operation can be retried.');
    }
    if (tally.failed === 0) throw wrongState('No domain of this bulk operation has failed.');
    if (!isPlanned) requireRoomFor('openBulks', open, call.services.rules.limits);
    const { actor } = call;
    const again = {
      state: 'planning',
      round: bulk.round + 1,
      endedAt: null,
      runnerKind: actor.kind,
      runnerId: actor.id,
      tally: { ...tally, failed: 0, outdated: tally.failed },
    } as const;
    return {
      answer: { bulk: bulkView({ ...bulk, ...again }) },
      change: {
        rows: [update(bulkOperations, { id: bulk.id, round: bulk.round }, again)],
        jobs: [bulkJob({ workspaceId: bulk.workspaceId })],
        facts: [
          happened(call, {
            kind: 'bulk.retry',
            bulkId: bulk.id,
            operation: bulk.kind,
            domains: tally.failed,
          }),
        ],
      },
    };
  },
});
