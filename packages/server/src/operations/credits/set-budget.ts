/** Sets or removes the monthly budget of a workspace. */
import { centsToCredits } from '../../base/money.ts';
import { changeWork, ofWorkspace } from '../../changes/persist.ts';
import { happened } from '../../facts/fact.ts';
import { monthOf } from '../../ledger/funds.ts';
import { spentInMonth } from '../../ledger/spending-report.ts';
import { findLedgerSeq } from '../../storage/queries/credits/budgets.ts';
import { insert, removeAll } from '../../storage/row-write.ts';
import type { HostmasterReader } from '../../storage/schema.ts';
import { budgets } from '../../storage/tables/credits/budgets.ts';
import { reachedPercent } from '../../workspaces/budget.ts';
import type { Call } from '../operation.ts';

interface SpendingAtSetting {
  readonly ledgerSeq: number;
  readonly spentCents: number;
}

/** The ledger's number first: what is bought in between is compared again. */
export async function readSpendingAtSetting(
  reader: HostmasterReader,
  { actor: { workspaceId }, now }: Pick<Call, 'actor' | 'now'>,
): Promise<SpendingAtSetting> {
  const stream = await reader.first(findLedgerSeq, { workspaceId });
  const spentCents = await spentInMonth(reader, { workspaceId, monthAt: monthOf(now) });
  return { ledgerSeq: stream?.ledgerSeq ?? 0, spentCents };
}

/** Thresholds that are passed already need no alert: the member sees them. */
export function setBudget(
  call: Call,
  {
    amountCents,
    ledgerSeq,
    spentCents,
  }: SpendingAtSetting & { readonly amountCents: number | null },
) {
  const { workspaceId } = call.actor;
  return changeWork({
    ...ofWorkspace(workspaceId),
    load: async () => undefined,
    decide: () => ({
      answer: undefined,
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
        facts: [
          happened(call, {
            kind: 'credits.budget_set',
            workspaceId,
            credits: amountCents === null ? null : centsToCredits(amountCents),
          }),
        ],
      },
    }),
  });
}
