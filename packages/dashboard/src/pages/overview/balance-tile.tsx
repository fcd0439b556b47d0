/** The balance and the cost of upcoming renewals. */

import { useWorkspace } from '../../api/use-workspace.ts';
import { ButtonLink } from '../../ui/controls/button.tsx';
import { Card } from '../../ui/layout/card.tsx';
import { Credits, formatAmount } from '../../ui/text/credits.tsx';
import { Allowed } from '../../workspaces/allowed.tsx';
import type { Overview } from './overview-query.ts';

export function BalanceTile({ overview }: { readonly overview: Overview }) {
  const { workspaceId } = useWorkspace();
  const { balance, forecast } = overview;
  return (
    <Card
      title="Credits"
      action={
        <Allowed act="credits.pay">
          <ButtonLink to="/$workspaceId/credits" params={{ workspaceId }} size="sm">
            Top up
          </ButtonLink>
        </Allowed>
      }
    >
      <p className="figures text-2xl font-semibold tracking-tight">{formatAmount(balance)}</p>
      <dl className="mt-3 flex items-baseline justify-between gap-4 border-t border-line pt-3">
        <dt className="text-ink-muted">Renewals due in {forecast.untilDays} days</dt>
        <dd className="font-medium">
          <Credits amount={forecast.requiredCredits} hasUnit={false} />
        </dd>
      </dl>
    </Card>
  );
}
