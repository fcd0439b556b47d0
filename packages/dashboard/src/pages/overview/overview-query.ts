/** What the first page of a workspace shows, in one answer. */
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
    // Everything that is done anywhere shows here: shown at once as it was, and asked for again.
    staleTime: 0,
  });
}
