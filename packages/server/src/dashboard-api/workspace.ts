/** Name and notice address of a workspace. */
import { findWorkspace, renameWorkspace } from '../workspaces/workspaces.ts';
import type { Handlers } from './handler.ts';

export const workspaceHandlers = {
  async getWorkspace({ services, call }) {
    const { workspaceId } = call.actor;
    const workspace = await findWorkspace(services.database, workspaceId);
    if (workspace === undefined) throw new Error('The workspace of a member does not exist.');
    const { id, name, email } = workspace;
    return { workspace: { id, name, email } };
  },

  async renameWorkspace(request, input) {
    const { call } = request;
    const workspace = await request.transact((tx) => renameWorkspace(tx, call, input));
    return { workspace };
  },
} satisfies Partial<Handlers>;
