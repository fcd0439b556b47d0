/** The two API clients of the page: one for the account, one for each workspace. */
import {
  createDashboardClient,
  createWorkspaceClient,
  type DashboardClient,
  type WorkspaceClient,
} from '@hostmaster/sdk/dashboard';
import { earlyFetch } from './early-fetch.ts';
import { csrfToken } from './session-store.ts';

export const dashboard: DashboardClient = createDashboardClient({ csrfToken, fetch: earlyFetch });

const workspaces = new Map<string, WorkspaceClient>();

export function workspaceClient(workspaceId: string): WorkspaceClient {
  const known = workspaces.get(workspaceId);
  if (known !== undefined) return known;
  const client = createWorkspaceClient({ csrfToken, workspaceId, fetch: earlyFetch });
  workspaces.set(workspaceId, client);
  return client;
}
