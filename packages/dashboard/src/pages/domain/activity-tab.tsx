/** The activity of a domain, newest first. */
import { useInfiniteQuery } from '@tanstack/react-query';
import { useParams } from '@tanstack/react-router';
import { History } from 'lucide-react';
import { useEffect } from 'react';
import { ActivityList } from '../../activity/activity-list.tsx';
import { useWorkspace } from '../../api/use-workspace.ts';
import { Card } from '../../ui/card.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { ErrorState } from '../../ui/error-state.tsx';
import { OlderButton } from '../../ui/older-button.tsx';
import { SkeletonRows } from '../../ui/skeleton.tsx';

export function ActivityTab() {
  const { domain } = useParams({ from: '/$workspaceId/domains/$domain' });
  const activity = useActivity(domain);
  const entries = activity.data?.pages.flatMap((page) => page.entries) ?? [];
  if (activity.isError && activity.data === undefined) {
    return <ErrorState error={activity.error} onRetry={() => void activity.refetch()} />;
  }
  if (activity.data === undefined || (entries.length === 0 && activity.hasNextPage)) {
    return (
      <Card isFlush>
        <SkeletonRows count={5} />
      </Card>
    );
  }
  return (
    <Card isFlush>
      {entries.length === 0 ? (
        <EmptyState icon={History} title="No activity yet">
          Changes to this domain appear here, along with who made them.
        </EmptyState>
      ) : (
        <ActivityList entries={entries} />
      )}
      <OlderButton query={activity} />
    </Card>
  );
}

function useActivity(domain: string) {
  const { api, workspaceId } = useWorkspace();
  const activity = useInfiniteQuery({
    queryKey: [workspaceId, 'domain', domain, 'activity'],
    queryFn: ({ signal, pageParam }) =>
      api.listActivity(
        { domain, ...(pageParam === null ? {} : { before: pageParam }) },
        { signal },
      ),
    initialPageParam: null as string | null,
    getNextPageParam: (page) => page.next,
  });
  const { data, hasNextPage, isFetching, isError, fetchNextPage } = activity;
  const isEmptySoFar = data?.pages.every((page) => page.entries.length === 0) === true;
  // Each page covers a bounded part of the workspace's history and may be empty.
  useEffect(() => {
    if (isEmptySoFar && hasNextPage && !isFetching && !isError) void fetchNextPage();
  }, [isEmptySoFar, hasNextPage, isFetching, isError, fetchNextPage]);
  return activity;
}
