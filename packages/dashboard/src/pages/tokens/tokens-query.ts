/** The API tokens of a workspace, newest first. */
import type { DashboardOutput } from '@hostmaster/contract/dashboard';
import { queryOptions } from '@tanstack/react-query';
import { workspaceClient } from '../../api/client.ts';

export type Tokens = DashboardOutput<'listApiKeys'>;
export type Token = Tokens['keys'][number];
export type NewToken = DashboardOutput<'createApiKey'>;

function tokensKey(workspaceId: string) {
  return [workspaceId, 'tokens'] as const;
}

export function tokensQuery(workspaceId: string) {
  return queryOptions({
    queryKey: tokensKey(workspaceId),
    queryFn: ({ signal }): Promise<Tokens> =>
      workspaceClient(workspaceId).listApiKeys({}, { signal }),
  });
}
