/** The state of a top-up; polled until it is settled. */
import type { DashboardOutput } from '@hostmaster/contract/dashboard';
import { queryOptions } from '@tanstack/react-query';
import { workspaceClient } from '../../api/client.ts';

export type TopUp = DashboardOutput<'getTopUp'>['topUp'];

const openMs = 1_500;

/** Waits for the payment, or for the renewals that follow it. */
function isOpen({ state, renewals }: TopUp): boolean {
  return state === 'created' || (state === 'paid' && renewals.waiting > 0);
}

export function topUpQuery(workspaceId: string, topUpId: string) {
  return queryOptions({
    queryKey: [workspaceId, 'top-up', topUpId],
    queryFn: async ({ signal }): Promise<TopUp> =>
      (await workspaceClient(workspaceId).getTopUp({ topUpId }, { signal })).topUp,
    refetchInterval: ({ state: { data } }) => (data === undefined || isOpen(data) ? openMs : false),
  });
}
