/**
 * POST /v1/bulk/{bulkId}/start. The price of each domain is the planned one at most, so that the total
 * never exceeds what was agreed to, whatever happens to prices in between.
 */
import { invalidRequest } from '../../base/errors.ts';
import { centsToCredits } from '../../base/money.ts';
import { bulkJob } from '../../changes/job-kinds.ts';
import { happened } from '../../facts/fact.ts';
import { loadFunds, requireFunds } from '../../ledger/funds.ts';
import { lockWorkspace } from '../../storage/queries/workspaces/workspace-quotas.ts';
import { update } from '../../storage/row-write.ts';
import { bulkOperations } from '../../storage/tables/bulk/bulk-operations.ts';
import { changeOperation } from '../operation.ts';
import { parseMaxCredits, requireConsent } from '../prices/price-consent.ts';
import { bulkView, loadForChange, loadTally, wrongState } from './own-bulk.ts';

export const startBulk = changeOperation('startBulk', {
  parse: ({ bulkId, maxCredits }) => ({ bulkId, maxCents: parseMaxCredits(maxCredits) }),

  commit: 'shared',

  async load(reader, call, { bulkId }) {
    const { workspaceId } = call.actor;
    // The job that has nothing left to do ends under the same lock.
    await reader.first(lockWorkspace, { id: workspaceId });
    const bulk = await loadForChange(reader, call, bulkId);
    const [tally, funds] = await Promise.all([loadTally(reader, bulk), loadFunds(reader, call)]);
    return { bulk, tally, funds };
  },

  decide(call, { maxCents }, { bulk, tally, funds }) {
    if (bulk.state !== 'planned') {
      throw wrongState(
        bulk.state === 'planning'
          ? 'The plan is not complete. Start it when its state is planned.'
          : 'Only a planned bulk operation can be started.',
      );
    }
    if (tally.ready === 0) {
      throw wrongState('No domain of the plan is ready. Read why, and create another plan.');
    }
    const { plannedCents } = tally;
    if (plannedCents > 0 && maxCents === null) {
      const message = `is required, because the plan costs ${centsToCredits(plannedCents)} credits`;
      throw invalidRequest({ path: 'maxCredits', message });
    }
    requireConsent(plannedCents, maxCents);
    requireFunds(plannedCents, funds);
    const { actor, now } = call;
    const started = {
      state: 'running',
      startedAt: now,
      endedAt: null,
      runnerKind: actor.kind,
      runnerId: actor.id,
      tally,
    } as const;
    return {
      answer: { bulk: bulkView({ ...bulk, ...started }) },
      change: {
        rows: [update(bulkOperations, { id: bulk.id, state: 'planned' }, started)],
        jobs: [bulkJob({ workspaceId: bulk.workspaceId })],
        facts: [
          happened(call, {
            kind: 'bulk.start',
            bulkId: bulk.id,
            operation: bulk.kind,
            domains: tally.ready,
            credits: centsToCredits(plannedCents),
          }),
        ],
      },
    };
  },
});
