/** The session has the workspaces of a person: it changes with the own membership and second factors. */
import { queryClient } from './query-client.ts';
import { sessionKey } from './session-store.ts';

export function reloadSession(): Promise<void> {
  return queryClient.invalidateQueries({ queryKey: sessionKey });
}
