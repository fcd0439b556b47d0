/** In pages of a workspace: `const { api, workspaceId } = useWorkspace();` */
import type { WorkspaceClient } from '@hostmaster/sdk/dashboard';
import { useParams } from '@tanstack/react-router';
import { workspaceClient } from './client.ts';
import { useSession } from './session.ts';

export interface CurrentWorkspace {
  readonly workspaceId: string;
  readonly name: string;
  readonly isSuspended: boolean;
  readonly api: WorkspaceClient;
}

export function useWorkspace(): CurrentWorkspace {
  const { workspaceId } = useParams({ from: '/$workspaceId' });
  const { workspaces } = useSession();
  const { name = '', isSuspended = false } = workspaces.find(({ id }) => id === workspaceId) ?? {};
  return { workspaceId, name, isSuspended, api: workspaceClient(workspaceId) };
}
