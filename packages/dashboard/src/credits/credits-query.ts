/** Balance, forecasts and top-up options. */
import type { DashboardOutput } from '@hostmaster/contract/dashboard';
import { queryOptions } from '@tanstack/react-query';
import { workspaceClient } from '../api/client.ts';
import { pollMs } from '../api/live-updates.ts';

export type CreditsData = DashboardOutput<'getCredits'>;
export type Forecast = CreditsData['forecast'];

/** How often to poll, without events, while credits are on hold. */
const heldMs = 3_000;

export function creditsQuery(workspaceId: string) {
  return queryOptions({
    queryKey: [workspaceId, 'credits'],
    queryFn: ({ signal }): Promise<CreditsData> =>
      workspaceClient(workspaceId).getCredits({}, { signal }),
    // Jobs and API clients spend credits too.
    staleTime: 0,
    refetchInterval: ({ state }) => ((state.data?.held ?? 0) > 0 ? pollMs(heldMs) : false),
  });
}
