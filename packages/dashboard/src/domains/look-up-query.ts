/** What the public sees of a domain of this service, or of any other. */
import type { DashboardOutput } from '@hostmaster/contract/dashboard';
import { useQuery } from '@tanstack/react-query';
import { useWorkspace } from '../api/use-workspace.ts';

export type LookUp = DashboardOutput<'lookUpDomain'>;

const keptMs = 600_000;

export function useLookUp(domain: string, isWanted: boolean) {
  const { api, workspaceId } = useWorkspace();
  return useQuery({
    queryKey: [workspaceId, 'look-up', domain],
    queryFn: ({ signal }) => api.lookUpDomain({ domain }, { signal }),
    enabled: isWanted,
    staleTime: keptMs,
    retry: false,
  });
}
