/** Name and notice address of a workspace, and how much of its limits it uses. */
import { deleteWorkspace } from '../operations/workspaces/delete-workspace.ts';
import { updateWorkspace } from '../operations/workspaces/update-workspace.ts';
import type { Workspace } from '../storage/tables/workspaces/workspaces.ts';
import { readUse } from '../workspaces/workspace-quota.ts';
import { requireWorkspace } from '../workspaces/workspaces.ts';
import type { Handlers } from './dashboard-handler.ts';

export const workspaceHandlers = {
  async getWorkspace({ services, call }) {
    return { workspace: view(await requireWorkspace(services.database, call.actor.workspaceId)) };
  },

  async renameWorkspace(request, input) {
    return { workspace: view(await updateWorkspace(request, input)) };
  },

  async deleteWorkspace({ persist, services, call, now: machineNow }, { confirm }) {
    const { actor, now: at } = call;
    const deletion = { actor, at, machineNow, links: services };
    await persist(deleteWorkspace(deletion, { confirm }));
    return { success: true as const };
  },

  async listLimits({ services, call, now }) {
    const { limits } = services.operations.rules;
    const { workspaceId } = call.actor;
    const used = await readUse(services.database, { workspaceId, now });
    const of = (name: keyof typeof used) => ({ used: used[name], max: limits[name] });
    return {
      limits: {
        apiKeys: of('apiKeys'),
        updateKeys: of('updateKeys'),
        contacts: of('contacts'),
        webhooks: of('webhooks'),
        openTransfers: of('openTransfers'),
        preparedBytes: of('preparedBytes'),
        eventBytes: of('eventBytesPerWorkspace'),
      },
      ofEachDomain: {
        records: limits.recordsPerZone,
        recordBytes: limits.recordBytesPerZone,
        revisionBytes: limits.revisionBytes,
      },
    };
  },
} satisfies Partial<Handlers>;

function view({ id, name, email, pendingEmail }: Workspace) {
  return { id, name, email, pendingEmail };
}
