/** The credits of a workspace: balance, forecast, top-up and statement. */

import { useQuery } from '@tanstack/react-query';
import { Link, useSearch } from '@tanstack/react-router';
import { ChartColumn, ReceiptText } from 'lucide-react';
import { useWorkspace } from '../../api/use-workspace.ts';
import { creditsQuery } from '../../credits/credits-query.ts';
import { buttonClass } from '../../ui/controls/button.tsx';
import { Card } from '../../ui/layout/card.tsx';
import { Page } from '../../ui/layout/page.tsx';
import { QueryView } from '../../ui/states/query-view.tsx';
import { Skeleton } from '../../ui/states/skeleton.tsx';
import { Allowed } from '../../workspaces/allowed.tsx';
import { BalanceCard } from './balance-card.tsx';
import { ForecastCard } from './forecast-card.tsx';
import { StatementCard } from './statement-card.tsx';
import { TopUpCard } from './top-up-card.tsx';
import { TopUpNotice } from './top-up-notice.tsx';
import { UnfinishedNotice } from './unfinished-notice.tsx';

const columnsClass = 'grid items-start gap-6 lg:grid-cols-[22rem_minmax(0,1fr)]';

export function CreditsPage() {
  const { workspaceId } = useWorkspace();
  const { topUp, amount } = useSearch({ from: '/$workspaceId/credits' });
  const credits = useQuery(creditsQuery(workspaceId));
  return (
    <Page
      title="Credits"
      description="Credits pay for registrations and renewals."
      actions={
        <>
          <Link
            to="/$workspaceId/credits/receipts/{-$number}"
            params={{ workspaceId }}
            className={buttonClass({})}
          >
            <ReceiptText className="size-4 shrink-0" aria-hidden="true" />
            Receipts
          </Link>
          <Link
            to="/$workspaceId/credits/spending"
            params={{ workspaceId }}
            className={buttonClass({})}
          >
            <ChartColumn className="size-4 shrink-0" aria-hidden="true" />
            Spending
          </Link>
        </>
      }
    >
      {topUp !== undefined && <TopUpNotice topUpId={topUp} />}
      <UnfinishedNotice />
      <QueryView query={credits} loading={<CreditsSkeleton />}>
        {(data) => (
          <div className={columnsClass}>
            <div className="flex flex-col gap-6">
              <BalanceCard credits={data} />
              <Allowed act="credits.pay">
                <TopUpCard terms={data.topUp} missing={amount} />
              </Allowed>
            </div>
            <ForecastCard credits={data} />
          </div>
        )}
      </QueryView>
      <StatementCard />
    </Page>
  );
}

function CreditsSkeleton() {
  return (
    <div className={columnsClass}>
      <div className="flex flex-col gap-6">
        <Card title="Balance">
          <Skeleton className="h-9 w-40" />
        </Card>
        <Card title="Top up">
          <Skeleton className="h-44" />
        </Card>
      </div>
      <Card title="Upcoming renewals">
        <Skeleton className="h-56" />
      </Card>
    </div>
  );
}
