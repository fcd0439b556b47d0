/** POST /v1/bulk/{bulkId}/cancel. What has begun stays; what was ready is not begun. */
import { centsToCredits } from '../../base/money.ts';
import { happened } from '../../facts/fact.ts';
import { removeAll, update } from '../../storage/row-write.ts';
import { bulkAuthCodes } from '../../storage/tables/bulk/bulk-auth-codes.ts';
import { bulkOperations } from '../../storage/tables/bulk/bulk-operations.ts';
import { bulkParts } from '../../storage/tables/bulk/bulk-parts.ts';
import { changeOperation } from '../operation.ts';
import { bulkView, countsOf, loadForChange, loadTally, wrongState } from './own-bulk.ts';

export const cancelBulk = changeOperation('cancelBulk', {
  parse: ({ bulkId }) => ({ bulkId }),

  commit: 'shared',

  async load(reader, call, { bulkId }) {
    const bulk = await loadForChange(reader, call, bulkId);
    return { bulk, tally: await loadTally(reader, bulk) };
  },

  decide(call, _parsed, { bulk, tally }) {
    if (bulk.state === 'finished' || bulk.state === 'cancelled') {
      throw wrongState('The bulk operation has ended.');
    }
    const ended = { state: 'cancelled', endedAt: call.now, tally } as const;
    const cancelled = { ...bulk, ...ended };
    const { done, failed, cancelled: left } = countsOf(cancelled, tally);
    return {
      answer: { bulk: bulkView(cancelled) },
      change: {
        rows: [
          update(bulkOperations, { id: bulk.id, state: bulk.state }, ended),
          removeAll(bulkParts, { bulkId: bulk.id }),
          removeAll(bulkAuthCodes, { bulkId: bulk.id }),
        ],
        facts: [
          happened(call, {
            kind: 'bulk.cancel',
            bulkId: bulk.id,
            operation: bulk.kind,
            done,
            failed,
            cancelled: left,
            credits: centsToCredits(tally.chargedCents),
            isStarted: bulk.startedAt !== null,
          }),
        ],
      },
    };
  },
});
