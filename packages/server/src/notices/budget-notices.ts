/** The text of the notice about a monthly budget. */
import type { Notice } from './notice.ts';
import { credits, type NoticeLinks } from './notices.ts';

export function budgetReached(
  links: NoticeLinks,
  facts: {
    readonly workspaceId: string;
    readonly month: string;
    readonly percent: number;
    readonly budgetCents: number;
    readonly spentCents: number;
  },
): Notice {
  const { workspaceId, month, percent, budgetCents, spentCents } = facts;
  return {
    kind: 'budget-reached',
    onceKey: `budget:${workspaceId}:${month}:${budgetCents}:${percent}`,
    subject:
      percent === 100
        ? `You reached your monthly budget of ${credits(budgetCents)}`
        : `You used ${percent}% of your monthly budget`,
    paragraphs: [
      `You have spent ${credits(spentCents)} this month. Your budget is ${credits(budgetCents)}.`,
      'The budget only alerts you. Purchases and automatic renewals continue.',
    ],
    action: {
      label: 'View spending',
      url: `${links.publicUrl}/dashboard/${workspaceId}/credits/spending`,
    },
  };
}
