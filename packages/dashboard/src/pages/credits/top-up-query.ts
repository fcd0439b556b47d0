/** The state of a top-up; polled until it is settled. */
import type { DashboardOutput } from '@hostmaster/contract/dashboard';
import { queryOptions } from '@tanstack/react-query';
import { workspaceClient } from '../../api/client.ts';

export type TopUp = DashboardOutput<'getTopUp'>['topUp'];

const openMs = 1_500;

export function topUpQuery(workspaceId: string, topUpId: string) {
  return queryOptions({
    queryKey: [workspaceId, 'top-up', topUpId],
    queryFn: async ({ signal }): Promise<TopUp> =>
      (await workspaceClient(workspaceId).getTopUp({ topUpId }, { signal })).topUp,
    refetchInterval: ({ state }) => (state.data?.state === 'created' ? openMs : false),
  });
}
