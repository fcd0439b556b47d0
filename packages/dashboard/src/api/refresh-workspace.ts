/** After a change: cached queries of the workspace are reloaded when their page is open, or is opened. */
import { queryClient } from './query-client.ts';

export function refreshWorkspace(workspaceId: string): Promise<void> {
  return queryClient.invalidateQueries({ queryKey: [workspaceId] });
}

/** The same, and pages that are opened later never begin with the state before the change. */
export function forgetWorkspace(workspaceId: string): Promise<void> {
  queryClient.removeQueries({ queryKey: [workspaceId], type: 'inactive' });
  return refreshWorkspace(workspaceId);
}
