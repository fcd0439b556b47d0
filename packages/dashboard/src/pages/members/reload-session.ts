/** The session says which workspaces a person has, and as what: it changes with the own membership. */
import { queryClient } from '../../api/query-client.ts';
import { sessionKey } from '../../api/session-store.ts';

export function reloadSession(): Promise<void> {
  return queryClient.invalidateQueries({ queryKey: sessionKey });
}
