/** All domains of a workspace, in one response. */
import type { DashboardOutput } from '@hostmaster/contract/dashboard';
import { queryOptions } from '@tanstack/react-query';
import { workspaceClient } from '../api/client.ts';
import { pollMs } from '../api/live-updates.ts';

export type ListedDomain = DashboardOutput<'listDomainEntries'>['domains'][number];

/** How often to poll, without events, while the registry processes a registration. */
const pendingMs = 3_000;

export function domainsKey(workspaceId: string) {
  return [workspaceId, 'domains'] as const;
}

export function domainsQuery(workspaceId: string) {
  return queryOptions({
    queryKey: domainsKey(workspaceId),
    queryFn: async ({ signal }): Promise<readonly ListedDomain[]> =>
      (await workspaceClient(workspaceId).listDomainEntries({}, { signal })).domains,
    refetchInterval: ({ state }) =>
      state.data?.some(({ status }) => status === 'provisioning') === true
        ? pollMs(pendingMs)
        : false,
  });
}
