/** All domains of a workspace, as the API lists them: in one answer. */
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
