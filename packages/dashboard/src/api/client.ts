/** The two API clients of the page: one for the account, one for each workspace. */
import {
  createDashboardClient,
  createWorkspaceClient,
  type DashboardClient,
  type WorkspaceClient,
} from '@hostmaster/sdk';
import { csrfToken } from './session-store.ts';

export const dashboard: DashboardClient = createDashboardClient({ csrfToken });

const workspaces = new Map<string, WorkspaceClient>();

export function workspaceClient(workspaceId: string): WorkspaceClient {
  const known = workspaces.get(workspaceId);
  if (known !== undefined) return known;
  const client = createWorkspaceClient({ csrfToken, workspaceId });
  workspaces.set(workspaceId, client);
  return client;
}
