/** The workspace's balance, for pages that spend credits. */
import { queryOptions } from '@tanstack/react-query';
import { workspaceClient } from '../api/client.ts';

export function balanceQuery(workspaceId: string) {
  return queryOptions({
    queryKey: [workspaceId, 'balance'],
    queryFn: async ({ signal }): Promise<number> =>
      (await workspaceClient(workspaceId).getAccount({}, { signal })).credits.balance,
  });
}
