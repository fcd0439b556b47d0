/** Where one lands: what needs attention, what there is, what happened, and what to do first. */
import { useQuery } from '@tanstack/react-query';
import { useWorkspace } from '../../api/use-workspace.ts';
import { Card } from '../../ui/card.tsx';
import { Page } from '../../ui/page.tsx';
import { QueryView } from '../../ui/query-view.tsx';
import { Skeleton, SkeletonRows } from '../../ui/skeleton.tsx';
import { AttentionCard } from './attention-card.tsx';
import { BalanceTile } from './balance-tile.tsx';
import { DomainsTile } from './domains-tile.tsx';
import { FirstStepsCard } from './first-steps-card.tsx';
import { overviewQuery } from './overview-query.ts';
import { RecentCard } from './recent-card.tsx';

export function OverviewPage() {
  const { workspaceId, name } = useWorkspace();
  const overview = useQuery(overviewQuery(workspaceId));
  return (
    <Page title="Overview" description={name}>
      <QueryView query={overview} loading={<OverviewSkeleton />}>
        {(data) => (
          <div className="flex flex-col gap-6">
            <FirstStepsCard steps={data.steps} />
            <div className="grid items-start gap-6 lg:grid-cols-[minmax(0,1fr)_20rem]">
              <div className="grid gap-6 md:max-lg:grid-cols-2 lg:col-start-2 lg:row-start-1">
                <BalanceTile overview={data} />
                <DomainsTile counts={data.domainCounts} />
              </div>
              <div className="flex min-w-0 flex-col gap-6 lg:col-start-1 lg:row-start-1">
                <AttentionCard overview={data} />
                <RecentCard entries={data.activity} />
              </div>
            </div>
          </div>
        )}
      </QueryView>
    </Page>
  );
}

function OverviewSkeleton() {
  return (
    <div className="grid items-start gap-6 lg:grid-cols-[minmax(0,1fr)_20rem]">
      <div className="grid gap-6 md:max-lg:grid-cols-2 lg:col-start-2 lg:row-start-1">
        <Card title="Credits">
          <Skeleton className="h-24" />
        </Card>
        <Card title="Domains">
          <Skeleton className="h-40" />
        </Card>
      </div>
      <div className="flex min-w-0 flex-col gap-6 lg:col-start-1 lg:row-start-1">
        <Card title="Needs attention" isFlush>
          <SkeletonRows count={2} />
        </Card>
        <Card title="Recent activity" isFlush>
          <SkeletonRows count={5} />
        </Card>
      </div>
    </div>
  );
}
