/** The start page of a workspace. Members who may not see the overview begin with their domains. */
import { denialOf } from '@hostmaster/contract/roles';
import type { Session } from '../api/session-store.ts';

export function startOf({ workspaces }: Session, workspaceId: string): string {
  const own = workspaces.find(({ id }) => id === workspaceId);
  const seesAll = own === undefined || denialOf(own, 'workspace.read') === null;
  return `/${workspaceId}/${seesAll ? 'overview' : 'domains'}`;
}
