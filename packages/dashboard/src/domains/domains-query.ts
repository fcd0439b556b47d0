/** All domains of a workspace, in one response. */
import type { Output } from '@hostmaster/contract';
import { queryOptions } from '@tanstack/react-query';
import { workspaceClient } from '../api/client.ts';

export type ListedDomain = Output<'listDomains'>['domains'][number];

export function domainsKey(workspaceId: string) {
  return [workspaceId, 'domains'] as const;
}

export function domainsQuery(workspaceId: string) {
  return queryOptions({
    queryKey: domainsKey(workspaceId),
    queryFn: async ({ signal }): Promise<readonly ListedDomain[]> =>
      (await workspaceClient(workspaceId).listDomains({}, { signal })).domains,
  });
}
