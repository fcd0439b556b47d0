/** Creates a workspace whose first member is the user who creates it. */
import { invalidRequest } from '../base/errors.ts';
import { addMember, listWorkspacesOf } from '../storage/queries/members.ts';
import type { HostmasterTx } from '../storage/schema.ts';
import { createWorkspace } from '../workspaces/workspaces.ts';

const workspacesPerUserMax = 50;

export async function createOwnWorkspace(
  tx: HostmasterTx,
  input: {
    readonly userId: string;
    readonly name: string;
    /** Where notices go. */
    readonly email: string;
    readonly at: number;
  },
): Promise<{ id: string; name: string }> {
  const { userId, at } = input;
  if ((await tx.all(listWorkspacesOf, { userId })).length >= workspacesPerUserMax) {
    throw invalidRequest({
      path: 'name',
      message: `you have ${workspacesPerUserMax} workspaces already`,
    });
  }
  const workspace = await createWorkspace(tx, { ...input, creditCents: 0 });
  await tx.run(addMember, { userId, workspaceId: workspace.id, createdAt: at });
  return workspace;
}
