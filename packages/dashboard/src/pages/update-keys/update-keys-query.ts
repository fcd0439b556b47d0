/** The TSIG keys of a workspace, newest first. */
import type { DashboardInput, DashboardOutput } from '@hostmaster/contract/dashboard';
import { queryOptions } from '@tanstack/react-query';
import { workspaceClient } from '../../api/client.ts';

export type UpdateKeys = DashboardOutput<'listUpdateKeys'>;
export type UpdateKey = UpdateKeys['keys'][number];
export type NewUpdateKey = DashboardOutput<'createUpdateKey'>;
export type KeyAlgorithm = NonNullable<DashboardInput<'createUpdateKey'>['algorithm']>;
export type UpdateType = NonNullable<DashboardInput<'createUpdateKey'>['types']>[number];

export function updateKeysQuery(workspaceId: string) {
  return queryOptions({
    queryKey: [workspaceId, 'update-keys'],
    queryFn: ({ signal }): Promise<UpdateKeys> =>
      workspaceClient(workspaceId).listUpdateKeys({}, { signal }),
  });
}
