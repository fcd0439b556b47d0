/** GET /v1/spending. */
import { isoTime } from '../../base/iso-time.ts';
import { centsToCredits } from '../../base/money.ts';
import { reportSpending, type SpendingReport } from '../../ledger/spending-report.ts';
import { findBudget } from '../../storage/queries/credits/budgets.ts';
import { requireWholeWorkspace } from '../../workspaces/permission.ts';
import { readOperation } from '../operation.ts';

export const getSpending = readOperation('getSpending', async (reader, { actor, now }) => {
  requireWholeWorkspace(actor, 'read the spending');
  const { workspaceId } = actor;
  const report = await reportSpending(reader, { workspaceId, now });
  const budget = await reader.first(findBudget, { workspaceId });
  return {
    months: report.months.map(({ monthAt, cents }) => ({
      month: isoTime(monthAt).slice(0, 7),
      credits: centsToCredits(cents),
    })),
    suffixes: report.suffixes.map(shareView),
    domains: report.domains.map(shareView),
    total: centsToCredits(report.totalCents),
    budget: budget === undefined ? null : centsToCredits(budget.amountCents),
  };
});

function shareView({ name, cents, purchases }: SpendingReport['domains'][number]) {
  return { name, credits: centsToCredits(cents), purchases };
}
