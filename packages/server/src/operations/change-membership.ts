/** An operator adds an account to a workspace or removes it, with its keys if wanted. */
import type { Limits } from '../base/limits.ts';
import type { HostmasterTx } from '../storage/schema.ts';
import type { User } from '../storage/tables/users.ts';
import type { Actor } from '../workspaces/actor.ts';
import { listMemberKeys, type MemberKeys, revokeMemberKeys } from '../workspaces/member-keys.ts';
import { changeMember } from '../workspaces/members.ts';

export interface MembershipChange {
  readonly verb: 'add' | 'remove';
  readonly user: Pick<User, 'id' | 'email'>;
  readonly isRevokingKeys: boolean;
}

/** `keys` are the valid keys that the account created in the workspace, before they are revoked. */
export async function changeMembership(
  tx: HostmasterTx,
  call: {
    readonly actor: Actor;
    /** Calendar time. */
    readonly now: number;
    readonly machineNow: number;
    readonly limits: Limits;
  },
  { verb, user, isRevokingKeys }: MembershipChange,
): Promise<{ isChanged: boolean; keys: MemberKeys }> {
  const { actor, now: at, machineNow, limits } = call;
  const isChanged = await changeMember(tx, { actor, at, machineNow, verb, user, limits });
  const member = { workspaceId: actor.workspaceId, userId: user.id, now: machineNow };
  const keys = await listMemberKeys(tx, member);
  if (isRevokingKeys) await revokeMemberKeys(tx, keys, { revoker: 'operator', at });
  return { isChanged, keys };
}
