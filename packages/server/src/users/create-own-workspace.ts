/** Creates a workspace whose first member is the user who creates it. */
import { quotaExceeded } from '../base/errors.ts';
import type { Limits } from '../base/limits.ts';
import { combine } from '../changes/change.ts';
import type { Decided } from '../changes/persist.ts';
import { insert } from '../storage/row-write.ts';
import { members } from '../storage/tables/people/members.ts';
import type { User } from '../storage/tables/people/users.ts';
import { ownerGrant } from '../workspaces/actor.ts';
import { newWorkspace } from '../workspaces/workspaces.ts';

export function createOwnWorkspace(input: {
  /** Notices go to the user's address once it is confirmed. */
  readonly user: Pick<User, 'id' | 'email' | 'emailVerifiedAt'>;
  /** How many workspaces the user has. */
  readonly owned: number;
  readonly name: string;
  readonly at: number;
  readonly limits: Pick<Limits, 'workspaces'>;
}): Decided<{ id: string; name: string }> {
  const { user, name, at, limits } = input;
  const userId = user.id;
  if (input.owned >= limits.workspaces) {
    throw quotaExceeded(
      `${limits.workspaces} workspaces of one account`,
      'Use one of them, or ask the operator for more.',
    );
  }
  const isVerified = user.emailVerifiedAt !== null;
  const { answer, change } = newWorkspace({
    name,
    email: isVerified ? user.email : null,
    pendingEmail: isVerified ? null : user.email,
    creditCents: 0,
    at,
    userId,
  });
  const member = insert(members, { userId, workspaceId: answer.id, createdAt: at, ...ownerGrant });
  return { answer, change: combine(change, { rows: [member] }) };
}
