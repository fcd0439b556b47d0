/** PUT /v1/budget: sets or removes the monthly budget of a workspace. */
import { invalidRequest } from '../../base/errors.ts';
import { centsToCredits, creditsToCents } from '../../base/money.ts';
import { happened } from '../../facts/fact.ts';
import { monthOf } from '../../ledger/funds.ts';
import { spentInMonth } from '../../ledger/spending-report.ts';
import { findLedgerSeq } from '../../storage/queries/credits/budgets.ts';
import { insert, removeAll } from '../../storage/row-write.ts';
import { budgets } from '../../storage/tables/credits/budgets.ts';
import { reachedPercent } from '../../workspaces/budget.ts';
import { requireWholeWorkspace } from '../../workspaces/permission.ts';
import { changeOperation } from '../operation.ts';

export const setBudget = changeOperation('setBudget', {
  parse({ budget }, { actor }) {
    requireWholeWorkspace(actor, 'set the budget');
    if (budget === null) return { amountCents: null };
    const amountCents = creditsToCents(budget);
    if (amountCents !== null) return { amountCents };
    throw invalidRequest({ path: 'budget', message: 'must have at most two decimals' });
  },

  /** The ledger's number first: what is bought in between is compared again. */
  async prepare(reader, { actor: { workspaceId }, now }) {
    const stream = await reader.first(findLedgerSeq, { workspaceId });
    const spentCents = await spentInMonth(reader, { workspaceId, monthAt: monthOf(now) });
    return { ledgerSeq: stream?.ledgerSeq ?? 0, spentCents };
  },

  commit: 'shared',
  load: async () => undefined,

  /** Thresholds that are passed already need no alert: who sets the budget sees them. */
  decide(call, { amountCents }, _, { ledgerSeq, spentCents }) {
    const { workspaceId } = call.actor;
    const budget = amountCents === null ? null : centsToCredits(amountCents);
    return {
      answer: { budget },
      change: {
        rows: [
          removeAll(budgets, { workspaceId }),
          ...(amountCents === null
            ? []
            : [
                insert(budgets, {
                  workspaceId,
                  amountCents,
                  monthAt: monthOf(call.now),
                  alertedPercent: reachedPercent(spentCents, amountCents),
                  checkedSeq: ledgerSeq,
                }),
              ]),
        ],
        facts: [happened(call, { kind: 'credits.budget_set', workspaceId, credits: budget })],
      },
    };
  },
});
