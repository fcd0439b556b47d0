/** The workspace's name and notification email. */
import type { DashboardOutput } from '@hostmaster/contract/dashboard';
import { queryOptions } from '@tanstack/react-query';
import { workspaceClient } from '../../api/client.ts';

export type Workspace = DashboardOutput<'getWorkspace'>['workspace'];

export function workspaceQuery(workspaceId: string) {
  return queryOptions({
    queryKey: [workspaceId, 'workspace'],
    queryFn: async ({ signal }): Promise<Workspace> =>
      (await workspaceClient(workspaceId).getWorkspace({}, { signal })).workspace,
  });
}
