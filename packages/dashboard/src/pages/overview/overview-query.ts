/** The data of the start page, in one response. */
import type { DashboardOutput } from '@hostmaster/contract/dashboard';
import { queryOptions } from '@tanstack/react-query';
import { workspaceClient } from '../../api/client.ts';

export type Overview = DashboardOutput<'getOverview'>;

export function overviewKey(workspaceId: string) {
  return [workspaceId, 'overview'] as const;
}

export function overviewQuery(workspaceId: string) {
  return queryOptions({
    queryKey: overviewKey(workspaceId),
    queryFn: ({ signal }): Promise<Overview> =>
      workspaceClient(workspaceId).getOverview({}, { signal }),
    // Any change may affect it: the cached data shows at once and is reloaded.
    staleTime: 0,
  });
}
