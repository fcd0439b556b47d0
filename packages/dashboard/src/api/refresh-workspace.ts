/** After a change: every cached query of the workspace is reloaded. */
import { queryClient } from './query-client.ts';

export function refreshWorkspace(workspaceId: string): Promise<void> {
  return queryClient.invalidateQueries({ queryKey: [workspaceId] });
}
