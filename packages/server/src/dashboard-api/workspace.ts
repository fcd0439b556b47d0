/** Name and notice address of a workspace. */
import { updateWorkspace } from '../storage/queries/workspaces.ts';
import { recordActivity } from '../workspaces/activity.ts';
import { findWorkspace } from '../workspaces/workspaces.ts';
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
    const { workspaceId: id } = call.actor;
    return request.transact(async (tx) => {
      const before = await findWorkspace(tx, id);
      if (before === undefined) throw new Error('The workspace of a member does not exist.');
      const name = input.name?.trim() ?? before.name;
      const email = input.email === undefined ? before.email : (input.email?.trim() ?? null);
      await tx.run(updateWorkspace, { id, name, email });
      await recordActivity(tx, {
        id: call.operationId,
        at: call.now,
        actor: call.actor,
        action: 'workspace.update',
        subject: id,
        details: { name, email },
      });
      return { workspace: { id, name, email } };
    });
  },
} satisfies Partial<Handlers>;
