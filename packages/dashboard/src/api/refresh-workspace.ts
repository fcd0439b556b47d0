/** Credits were spent or a domain changed: everything that is known of the workspace may differ. */
import { queryClient } from './query-client.ts';

export function refreshWorkspace(workspaceId: string): Promise<void> {
  return queryClient.invalidateQueries({ queryKey: [workspaceId] });
}
