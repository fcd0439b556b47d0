/** A list of activity that is loaded page by page, and its download. */
import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query';
import { Download, History } from 'lucide-react';
import { useEffect } from 'react';
import { useWorkspace } from '../api/use-workspace.ts';
import { buttonClass } from '../ui/controls/button.tsx';
import { OlderButton } from '../ui/controls/older-button.tsx';
import { EmptyState } from '../ui/states/empty-state.tsx';
import { ErrorState } from '../ui/states/error-state.tsx';
import { SkeletonRows } from '../ui/states/skeleton.tsx';
import { ActivityList } from './activity-list.tsx';
import { type ActivityFilter, activityQuery } from './activity-query.ts';

export function ActivityFeed({
  filter,
  emptyText,
}: {
  readonly filter: ActivityFilter;
  readonly emptyText: string;
}) {
  const activity = useActivity(filter);
  const entries = activity.data?.pages.flatMap((page) => page.entries) ?? [];
  if (activity.isError && activity.data === undefined) {
    return <ErrorState error={activity.error} onRetry={() => void activity.refetch()} />;
  }
  if (activity.data === undefined || (entries.length === 0 && activity.hasNextPage)) {
    return (
      <div aria-busy="true">
        <span className="sr-only" role="status">
          Loading
        </span>
        <SkeletonRows count={5} />
      </div>
    );
  }
  return (
    <>
      {entries.length === 0 ? (
        <EmptyState icon={History} title="No activity yet">
          {emptyText}
        </EmptyState>
      ) : (
        <ActivityList
          entries={entries}
          {...(filter.domain === undefined ? {} : { ownDomain: filter.domain })}
        />
      )}
      <OlderButton query={activity} />
    </>
  );
}

function useActivity(filter: ActivityFilter) {
  const { workspaceId } = useWorkspace();
  const activity = useInfiniteQuery({
    ...activityQuery(workspaceId, filter),
    placeholderData: keepPreviousData,
  });
  const { data, hasNextPage, isFetching, isError, fetchNextPage } = activity;
  const isEmptySoFar = data?.pages.every((page) => page.entries.length === 0) === true;
  // Each page covers a bounded part of the workspace's history and may be empty.
  useEffect(() => {
    if (isEmptySoFar && hasNextPage && !isFetching && !isError) void fetchNextPage();
  }, [isEmptySoFar, hasNextPage, isFetching, isError, fetchNextPage]);
  return activity;
}

/** All of what the filter selects, not only what is on screen. */
export function ActivityDownloads({ filter }: { readonly filter: ActivityFilter }) {
  const { api } = useWorkspace();
  return (
    <div className="flex flex-wrap gap-2">
      <DownloadLink href={api.urlOf('exportActivityCsv', filter)} format="CSV" />
      <DownloadLink href={api.urlOf('exportActivityLines', filter)} format="JSON lines" />
    </div>
  );
}

function DownloadLink({ href, format }: { readonly href: string; readonly format: string }) {
  return (
    <a href={href} download className={buttonClass({ size: 'sm' })}>
      <Download className="size-4 shrink-0" aria-hidden="true" />
      <span>
        <span className="max-md:sr-only">Download </span>
        {format}
      </span>
    </a>
  );
}
