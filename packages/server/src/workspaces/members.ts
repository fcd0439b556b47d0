/** The accounts that may use a workspace in the dashboard. */
import { newId } from '../base/ids.ts';
import type { Limits } from '../base/limits.ts';
import { noChange } from '../changes/change.ts';
import type { Decided } from '../changes/persist.ts';
import { findMember } from '../storage/queries/people/members.ts';
import { insert, remove } from '../storage/row-write.ts';
import type { HostmasterReader } from '../storage/schema.ts';
import { members } from '../storage/tables/people/members.ts';
import type { User } from '../storage/tables/people/users.ts';
import type { Actor } from './actor.ts';
import { loadUse, requireRoomFor } from './workspace-quota.ts';

export interface MemberChange {
  readonly actor: Actor;
  /** Calendar time. */
  readonly at: number;
  /** Machine time. */
  readonly machineNow: number;
  readonly verb: 'add' | 'remove';
  readonly user: Pick<User, 'id' | 'email'>;
  readonly limits: Limits;
}

export interface Membership {
  readonly isMember: boolean;
  /** How many members the workspace has. */
  readonly count: number;
}

export async function loadMembership(
  reader: HostmasterReader,
  { actor: { workspaceId }, machineNow: now, user }: MemberChange,
): Promise<Membership> {
  const [count, member] = await Promise.all([
    loadUse(reader, 'members', { workspaceId, now }),
    reader.first(findMember, { userId: user.id, workspaceId }),
  ]);
  return { isMember: member !== undefined, count };
}

/** False when nothing changes: the account is a member already, or is none. */
export function changeMember(
  call: MemberChange,
  { isMember, count }: Membership,
): Decided<boolean> {
  const { actor, at, verb, user, limits } = call;
  if (isMember === (verb === 'add')) return { answer: false, change: noChange };
  if (verb === 'add') requireRoomFor('members', count, limits);
  const member = { userId: user.id, workspaceId: actor.workspaceId };
  return {
    answer: true,
    change: {
      rows: [
        verb === 'add'
          ? insert(members, { ...member, createdAt: call.machineNow })
          : remove(members, member),
      ],
      facts: [{ id: newId('act'), at, actor, fact: { kind: `member.${verb}`, email: user.email } }],
    },
  };
}
