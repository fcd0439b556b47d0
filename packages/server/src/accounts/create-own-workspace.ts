/** Creates a workspace whose first member is the user who creates it. */
import { quotaExceeded } from '../base/errors.ts';
import type { Limits } from '../base/limits.ts';
import { addMember, listWorkspacesOf } from '../storage/queries/members.ts';
import type { HostmasterTx } from '../storage/schema.ts';
import type { User } from '../storage/tables/users.ts';
import { createWorkspace } from '../workspaces/workspaces.ts';

export async function createOwnWorkspace(
  tx: HostmasterTx,
  input: {
    /** Notices go to the user's address once it is confirmed. */
    readonly user: Pick<User, 'id' | 'email' | 'emailVerifiedAt'>;
    readonly name: string;
    readonly at: number;
    readonly limits: Pick<Limits, 'workspaces'>;
  },
): Promise<{ id: string; name: string }> {
  const { user, name, at, limits } = input;
  const userId = user.id;
  if ((await tx.all(listWorkspacesOf, { userId })).length >= limits.workspaces) {
    throw quotaExceeded(
      `${limits.workspaces} workspaces of one account`,
      'Use one of them, or ask the operator for more.',
    );
  }
  const isVerified = user.emailVerifiedAt !== null;
  const workspace = await createWorkspace(tx, {
    name,
    email: isVerified ? user.email : null,
    pendingEmail: isVerified ? null : user.email,
    creditCents: 0,
    at,
    userId,
  });
  await tx.run(addMember, { userId, workspaceId: workspace.id, createdAt: at });
  return workspace;
}
