/** The activity of a workspace or of one domain, in pages. */
import type { DashboardInput } from '@hostmaster/contract/dashboard';
import { infiniteQueryOptions } from '@tanstack/react-query';
import { workspaceClient } from '../api/client.ts';

export type ActivityFilter = Pick<DashboardInput<'exportActivityCsv'>, 'domain' | 'mails'>;

export function activityQuery(workspaceId: string, filter: ActivityFilter) {
  const { domain } = filter;
  const place = domain === undefined ? [workspaceId] : [workspaceId, 'domain', domain];
  return infiniteQueryOptions({
    queryKey: [...place, 'activity', filter],
    queryFn: ({ signal, pageParam }) =>
      workspaceClient(workspaceId).listActivity(
        { ...filter, ...(pageParam === null ? {} : { before: pageParam }) },
        { signal },
      ),
    initialPageParam: null as string | null,
    getNextPageParam: (page) => page.next,
  });
}
