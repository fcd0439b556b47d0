/** Name and notice address of a workspace. */
import { updateWorkspace } from '../operations/workspaces/update-workspace.ts';
import type { Workspace } from '../storage/tables/workspaces/workspaces.ts';
import { requireWorkspace } from '../workspaces/workspaces.ts';
import type { Handlers } from './dashboard-handler.ts';

export const workspaceHandlers = {
  async getWorkspace({ services, call }) {
    return { workspace: view(await requireWorkspace(services.database, call.actor.workspaceId)) };
  },

  async renameWorkspace(request, input) {
    return { workspace: view(await updateWorkspace(request, input)) };
  },
} satisfies Partial<Handlers>;

function view({ id, name, email, pendingEmail }: Workspace) {
  return { id, name, email, pendingEmail };
}
