/** An operator adds an account to a workspace or removes it, with its keys if wanted. */
import type { Limits } from '../../base/limits.ts';
import { combine, noChange } from '../../changes/change.ts';
import { changeWork, ofWorkspace } from '../../changes/persist.ts';
import type { User } from '../../storage/tables/people/users.ts';
import type { Actor } from '../../workspaces/actor.ts';
import { listMemberKeys, revokeMemberKeys } from '../../workspaces/member-keys.ts';
import { changeMember, loadMembership } from '../../workspaces/members.ts';

export interface MembershipChange {
  readonly verb: 'add' | 'remove';
  readonly user: Pick<User, 'id' | 'email'>;
  readonly isRevokingKeys: boolean;
}

/** `keys` are the valid keys that the account created in the workspace, before they are revoked. */
export function changeMembership(
  call: {
    readonly actor: Actor;
    /** Calendar time. */
    readonly now: number;
    readonly machineNow: number;
    readonly limits: Limits;
  },
  { verb, user, isRevokingKeys }: MembershipChange,
) {
  const { actor, now: at, machineNow, limits } = call;
  const { workspaceId } = actor;
  const wanted = { actor, at, machineNow, verb, user, limits };
  return changeWork({
    ...ofWorkspace(workspaceId, 'alone'),
    async load(reader) {
      const [membership, keys] = await Promise.all([
        loadMembership(reader, wanted),
        listMemberKeys(reader, { workspaceId, userId: user.id, now: machineNow }),
      ]);
      return { membership, keys };
    },
    decide({ membership, keys }) {
      const { answer: isChanged, change } = changeMember(wanted, membership);
      const revoked = isRevokingKeys ? revokeMemberKeys(keys, { actor, at }) : noChange;
      return { answer: { isChanged, keys }, change: combine(change, revoked) };
    },
  });
}
