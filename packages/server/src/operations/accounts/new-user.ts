/** What the ways to a new account share. */
import { linkExpired } from '../../accounts/link-tokens.ts';
import { createUser } from '../../accounts/users.ts';
import { findUser } from '../../storage/queries/users.ts';
import type { HostmasterTx } from '../../storage/schema.ts';
import type { User } from '../../storage/tables/users.ts';

/** An address that was taken in the meantime answers like a link that was used. */
export async function createUserByLink(
  tx: HostmasterTx,
  user: Parameters<typeof createUser>[1],
): Promise<User> {
  const id = await createUser(tx, user);
  const created = id === null ? undefined : await tx.first(findUser, { id });
  if (created === undefined) throw linkExpired();
  return created;
}

export function workspaceNameOf(owner: {
  readonly name: string;
  readonly workspaceName?: string | undefined;
}): string {
  return owner.workspaceName?.trim() || `Workspace of ${owner.name.trim()}`;
}
