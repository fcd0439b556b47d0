/** What the ways to a new account share. */

import type { User } from '../../storage/tables/people/users.ts';
import { linkExpired } from '../../users/link-tokens.ts';
import { newUser } from '../../users/users.ts';

/** An address that was taken in the meantime answers like a link that was used. */
export function newUserByLink(user: Parameters<typeof newUser>[0], holder: User | undefined): User {
  if (holder !== undefined) throw linkExpired();
  return newUser(user);
}

export function workspaceNameOf(owner: {
  readonly name: string;
  readonly workspaceName?: string | undefined;
}): string {
  return owner.workspaceName?.trim() || `Workspace of ${owner.name.trim()}`;
}
