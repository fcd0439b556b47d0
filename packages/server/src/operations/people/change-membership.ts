/** Adds a person to a workspace, changes what they may do there, or removes them, with what they added. */
import type { Grant } from '@hostmaster/contract/roles';
import type { Limits } from '../../base/limits.ts';
import { combine, noChange } from '../../changes/change.ts';
import { changeWork, ofWorkspace } from '../../changes/persist.ts';
import type { HostmasterReader } from '../../storage/schema.ts';
import type { User } from '../../storage/tables/people/users.ts';
import type { Actor } from '../../workspaces/actor.ts';
import { keepMemberKeys, listMemberKeys, revokeMemberKeys } from '../../workspaces/member-keys.ts';
import { changeMember, loadMembership } from '../../workspaces/members.ts';
import { deleteReceivers, keepReceivers, loadMemberReceivers } from './member-receivers.ts';

export interface MembershipCall {
  readonly actor: Actor;
  /** Calendar time. */
  readonly now: number;
  readonly machineNow: number;
  readonly limits: Limits;
}

export interface MembershipChange {
  readonly user: Pick<User, 'id' | 'email'>;
  /** Null removes the member. The second form keeps the role of a member who is one already. */
  readonly grant: Grant | null | { readonly orAsItIs: Grant };
  readonly isRevokingKeys: boolean;
}

/**
 * `keys` are the valid keys that the person created in the workspace, before they are revoked, and
 * `receivers` the webhooks and secondaries, which go with them. Keys of a person who is removed pass to
 * the one who removes them, and are bound by that role.
 */
export function changeMembership(call: MembershipCall, change: MembershipChange) {
  return changeWork({
    ...ofWorkspace(call.actor.workspaceId, 'alone'),
    load: (reader) => loadMemberChange(reader, call, change.user.id),
    decide: (loaded) => decideMembership(call, change, loaded),
  });
}

export type LoadedMembership = Awaited<ReturnType<typeof loadMemberChange>>;

export async function loadMemberChange(
  reader: HostmasterReader,
  { actor, machineNow }: Pick<MembershipCall, 'actor' | 'machineNow'>,
  userId: string,
) {
  const { workspaceId } = actor;
  const [membership, keys, receivers] = await Promise.all([
    loadMembership(reader, { actor, machineNow, user: { id: userId } }),
    listMemberKeys(reader, { workspaceId, userId, now: machineNow }),
    loadMemberReceivers(reader, { workspaceId, userId }),
  ]);
  return { membership, keys, receivers };
}

export function decideMembership(
  { actor, now: at, machineNow, limits }: MembershipCall,
  { user, grant, isRevokingKeys }: MembershipChange,
  { membership, keys, receivers }: LoadedMembership,
) {
  const wanted = grantOf(grant, membership.current);
  const change = { actor, at, machineNow, user, grant: wanted, limits };
  const { answer: isChanged, change: changed } = changeMember(change, membership);
  const passed =
    isChanged && wanted === null
      ? combine(keepMemberKeys(keys, actor), keepReceivers(receivers, { actor, userId: user.id }))
      : noChange;
  const ended = () =>
    combine(revokeMemberKeys(keys, { actor, at }), deleteReceivers(receivers, { actor, at }));
  return {
    answer: { isChanged, keys, receivers },
    change: combine(changed, isRevokingKeys ? ended() : passed),
  };
}

function grantOf(wanted: MembershipChange['grant'], current: Grant | null): Grant | null {
  if (wanted === null || !('orAsItIs' in wanted)) return wanted;
  return current ?? wanted.orAsItIs;
}
