/** In pages of a workspace: `const { api, workspaceId } = useWorkspace();` */
import type { Grant } from '@hostmaster/contract/roles';
import type { WorkspaceClient } from '@hostmaster/sdk/dashboard';
import { useParams } from '@tanstack/react-router';
import { workspaceClient } from './client.ts';
import { useSession } from './session.ts';

export interface CurrentWorkspace {
  readonly workspaceId: string;
  readonly name: string;
  readonly isSuspended: boolean;
  /** From when the member needs a second factor; null with one, or where none is required. */
  readonly secondFactorDueAt: string | null;
  readonly grant: Grant;
  readonly api: WorkspaceClient;
}

export function useWorkspace(): CurrentWorkspace {
  const { workspaceId } = useParams({ from: '/$workspaceId' });
  const { workspaces } = useSession();
  const workspace = workspaces.find(({ id }) => id === workspaceId);
  const {
    name = '',
    isSuspended = false,
    secondFactorDueAt = null,
    role = 'read_only',
    domainNames = null,
  } = workspace ?? {};
  const api = workspaceClient(workspaceId);
  const grant = { role, domainNames };
  return { workspaceId, name, isSuspended, secondFactorDueAt, grant, api };
}
