/**
 * A monthly budget of a workspace. It blocks nothing: when the spending passes 80 % and 100 % of it, the
 * workspace gets one mail and one event for each in a calendar month (docs/credits.md).
 */
import { isoTime } from '../base/iso-time.ts';
import { centsToCredits } from '../base/money.ts';
import type { Change } from '../changes/change.ts';
import type { FactEntry } from '../facts/fact.ts';
import { budgetReached } from '../notices/budget-notices.ts';
import { mailTo } from '../notices/new-mail.ts';
import type { NoticeLinks } from '../notices/notices.ts';
import { update } from '../storage/row-write.ts';
import { type Budget, budgets } from '../storage/tables/credits/budgets.ts';
import { systemActor } from './actor.ts';

const thresholdsPercent = [100, 80] as const;

/** The highest threshold that a spending has passed; 0 for none. */
export function reachedPercent(spentCents: number, amountCents: number): number {
  return thresholdsPercent.find((percent) => spentCents * 100 >= amountCents * percent) ?? 0;
}

/** What follows from a spending of the month: an alert the first time, and that it was compared. */
export function compareBudget(
  budget: Budget,
  facts: {
    /** When the month began. */
    readonly monthAt: number;
    readonly spentCents: number;
    /** Number of the last ledger entry before the spending was read. */
    readonly ledgerSeq: number;
    readonly recipient: string | null;
    readonly links: NoticeLinks;
    /** Id of the activity entry. */
    readonly id: string;
    /** Calendar time. */
    readonly at: number;
  },
): Change {
  const { workspaceId, amountCents } = budget;
  const { monthAt, spentCents, ledgerSeq: checkedSeq, at } = facts;
  const alerted = budget.monthAt === monthAt ? budget.alertedPercent : 0;
  const percent = reachedPercent(spentCents, amountCents);
  const alertedPercent = Math.max(alerted, percent);
  const { monthAt: _, alertedPercent: __, checkedSeq: ___, ...same } = budget;
  const compared = {
    rows: [update(budgets, same, { monthAt, alertedPercent, checkedSeq })],
  };
  if (percent <= alerted) return compared;
  const month = isoTime(monthAt).slice(0, 7);
  const fact: FactEntry['fact'] = {
    kind: 'credits.budget_reached',
    workspaceId,
    month,
    percent,
    budget: centsToCredits(amountCents),
    spent: centsToCredits(spentCents),
  };
  const notice = budgetReached(facts.links, {
    workspaceId,
    month,
    percent,
    budgetCents: amountCents,
    spentCents,
  });
  return {
    ...compared,
    mails: [mailTo({ workspaceId, recipient: facts.recipient, at, notice })],
    facts: [{ id: facts.id, at, actor: systemActor(workspaceId, 'budget'), fact }],
  };
}
