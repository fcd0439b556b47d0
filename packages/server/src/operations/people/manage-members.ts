/** What members do with members in the dashboard: change, remove, hand over, leave. */
import type { Grant } from '@hostmaster/contract/roles';
import { combine } from '../../changes/change.ts';
import { changeWork, ofWorkspace } from '../../changes/persist.ts';
import { findNamedMember } from '../../storage/queries/people/members.ts';
import type { HostmasterReader } from '../../storage/schema.ts';
import { keepMemberKeys, listMemberKeys, revokeMemberKeys } from '../../workspaces/member-keys.ts';
import { changeMember, loadMembership } from '../../workspaces/members.ts';
import { memberNotFound } from '../../workspaces/spending-cap.ts';
import { findForeignNames, requireOwnNames } from '../domains/own-names.ts';
import type { MembershipCall } from './change-membership.ts';
import { deleteReceivers, keepReceivers, loadMemberReceivers } from './member-receivers.ts';

/** Takes effect on the next request, also for the keys that the member created. */
export function updateMember(call: MembershipCall, change: { userId: string; grant: Grant }) {
  const { actor, machineNow } = call;
  const { grant } = change;
  return changeWork({
    ...ofWorkspace(actor.workspaceId, 'alone'),
    async load(reader) {
      const user = await requireMember(reader, call, change.userId);
      const [membership, foreign] = await Promise.all([
        loadMembership(reader, { actor, machineNow, user }),
        findForeignNames(reader, actor, grant.domainNames ?? []),
      ]);
      return { user, membership, foreign };
    },
    decide({ user, membership, foreign }) {
      requireOwnNames(foreign);
      return changeMember({ ...timesOf(call), user, grant }, membership);
    },
  });
}

/** What is kept passes to the person who removes the member: keys, webhooks and own secondaries. */
export function removeMember(
  call: MembershipCall,
  removal: {
    readonly userId: string;
    readonly keys: 'revoke' | 'keep';
    /** The same as for keys where it is absent. */
    readonly receivers?: 'keep';
  },
) {
  const { actor, machineNow, now: at } = call;
  const { workspaceId } = actor;
  return changeWork({
    ...ofWorkspace(workspaceId, 'alone'),
    async load(reader) {
      const user = await requireMember(reader, call, removal.userId);
      const [membership, keys, receivers] = await Promise.all([
        loadMembership(reader, { actor, machineNow, user }),
        listMemberKeys(reader, { workspaceId, userId: user.id, now: machineNow }),
        loadMemberReceivers(reader, { workspaceId, userId: user.id }),
      ]);
      return { user, membership, keys, receivers };
    },
    decide({ user, membership, keys, receivers }) {
      const { change } = changeMember({ ...timesOf(call), user, grant: null }, membership);
      const decided =
        removal.keys === 'keep'
          ? keepMemberKeys(keys, actor)
          : revokeMemberKeys(keys, { actor, at });
      const passed =
        (removal.receivers ?? removal.keys) === 'keep'
          ? keepReceivers(receivers, { actor, userId: user.id })
          : deleteReceivers(receivers, { actor, at });
      return { answer: undefined, change: combine(change, decided, passed) };
    },
  });
}

/** The own keys are revoked, since no one keeps them; webhooks and secondaries are the workspace's. */
export function leaveWorkspace(call: MembershipCall) {
  return removeMember(call, { userId: call.actor.id, keys: 'revoke', receivers: 'keep' });
}

/** The member becomes an owner, and the owner an admin. */
export function handOverOwnership(call: MembershipCall, { userId }: { readonly userId: string }) {
  const { actor, machineNow } = call;
  return changeWork({
    ...ofWorkspace(actor.workspaceId, 'alone'),
    async load(reader) {
      const [user, self] = await Promise.all([
        requireMember(reader, call, userId),
        requireMember(reader, call, actor.id),
      ]);
      const [theirs, own] = await Promise.all([
        loadMembership(reader, { actor, machineNow, user }),
        loadMembership(reader, { actor, machineNow, user: self }),
      ]);
      return { user, self, theirs, own };
    },
    decide({ user, self, theirs, own }) {
      if (user.id === self.id) throw memberNotFound();
      const owner: Grant = { role: 'owner', domainNames: null };
      const admin: Grant = { role: 'admin', domainNames: null };
      const raised = changeMember({ ...timesOf(call), user, grant: owner }, theirs);
      const owners = own.owners + (raised.answer ? 1 : 0);
      const lowered = changeMember(
        { ...timesOf(call), user: self, grant: admin },
        { ...own, owners },
      );
      return { answer: undefined, change: combine(raised.change, lowered.change) };
    },
  });
}

async function requireMember(
  reader: HostmasterReader,
  { actor: { workspaceId } }: MembershipCall,
  userId: string,
) {
  const found = await reader.first(findNamedMember, { userId, workspaceId });
  if (found === undefined) throw memberNotFound();
  return found;
}

function timesOf({ actor, now: at, machineNow, limits }: MembershipCall) {
  return { actor, at, machineNow, limits };
}
