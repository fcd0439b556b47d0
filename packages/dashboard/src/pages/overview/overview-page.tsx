/** The start page: first steps, what needs attention, balance, domains and recent activity. */

import { useQuery } from '@tanstack/react-query';
import { useWorkspace } from '../../api/use-workspace.ts';
import { Card } from '../../ui/layout/card.tsx';
import { Page } from '../../ui/layout/page.tsx';
import { QueryView } from '../../ui/states/query-view.tsx';
import { Skeleton, SkeletonRows } from '../../ui/states/skeleton.tsx';
import { Allowed } from '../../workspaces/allowed.tsx';
import { AttentionCard } from './attention-card.tsx';
import { BalanceTile } from './balance-tile.tsx';
import { DomainsTile } from './domains-tile.tsx';
import { FirstStepsCard } from './first-steps-card.tsx';
import { overviewQuery } from './overview-query.ts';
import { RecentCard } from './recent-card.tsx';

/** On phones the attention card comes first; on wide screens the tiles are beside it. */
const columnsClass =
  'grid items-start gap-6 *:min-w-0 lg:grid-cols-[minmax(0,1fr)_20rem] lg:grid-rows-[auto_1fr]';
const tilesClass = 'grid gap-6 md:max-lg:grid-cols-2 lg:col-start-2 lg:row-span-2 lg:row-start-1';

export function OverviewPage() {
  const { workspaceId } = useWorkspace();
  const overview = useQuery(overviewQuery(workspaceId));
  return (
    <Page title="Overview">
      <QueryView query={overview} loading={<OverviewSkeleton />}>
        {(data) => (
          <div className="flex flex-col gap-6">
            <Allowed act="domains.buy">
              <FirstStepsCard steps={data.steps} />
            </Allowed>
            <div className={columnsClass}>
              <AttentionCard overview={data} />
              <div className={tilesClass}>
                <BalanceTile overview={data} />
                <DomainsTile counts={data.domainCounts} />
              </div>
              <RecentCard entries={data.activity} />
            </div>
          </div>
        )}
      </QueryView>
    </Page>
  );
}

function OverviewSkeleton() {
  return (
    <div className={columnsClass}>
      <Card title="Needs attention" isFlush>
        <SkeletonRows count={2} />
      </Card>
      <div className={tilesClass}>
        <Card title="Credits">
          <Skeleton className="h-24" />
        </Card>
        <Card title="Domains">
          <Skeleton className="h-40" />
        </Card>
      </div>
      <Card title="Recent activity" isFlush>
        <SkeletonRows count={5} />
      </Card>
    </div>
  );
}
