/** The members of a workspace: who is one, as what, and who may change that. */
import { denialOf, type Grant } from '@hostmaster/contract/roles';
import { Refusal } from '../base/errors.ts';
import { newId } from '../base/ids.ts';
import type { Limits } from '../base/limits.ts';
import { noChange } from '../changes/change.ts';
import type { Decided } from '../changes/persist.ts';
import type { MemberFact } from '../facts/workspaces.ts';
import { countOwners, findMember } from '../storage/queries/people/members.ts';
import { insert, type RowWrite, remove, removeAll, update } from '../storage/row-write.ts';
import type { HostmasterReader } from '../storage/schema.ts';
import { savedFilters } from '../storage/tables/domains/saved-filters.ts';
import { invitations } from '../storage/tables/people/invitations.ts';
import { members } from '../storage/tables/people/members.ts';
import type { User } from '../storage/tables/people/users.ts';
import type { Actor } from './actor.ts';
import { requireAct } from './permission.ts';
import { capRows } from './spending-cap.ts';
import { loadUse, requireRoomFor } from './workspace-quota.ts';

export interface MemberChange {
  readonly actor: Actor;
  /** Calendar time. */
  readonly at: number;
  /** Machine time. */
  readonly machineNow: number;
  readonly user: Pick<User, 'id' | 'email'>;
  /** What the user is afterwards; null for no member. */
  readonly grant: Grant | null;
  readonly limits: Limits;
}

export interface Membership {
  /** Null when the user is no member. */
  readonly current: Grant | null;
  /** How many members the workspace has. */
  readonly count: number;
  readonly owners: number;
}

export async function loadMembership(
  reader: HostmasterReader,
  {
    actor: { workspaceId },
    machineNow: now,
    user,
  }: Pick<MemberChange, 'actor' | 'machineNow'> & { readonly user: Pick<User, 'id'> },
): Promise<Membership> {
  const [count, owners, member] = await Promise.all([
    loadUse(reader, 'members', { workspaceId, now }),
    reader.first(countOwners, { workspaceId }),
    reader.first(findMember, { userId: user.id, workspaceId }),
  ]);
  return { current: member ?? null, count, owners: Number(owners?.count ?? 0) };
}

/** False when nothing changes. */
export function changeMember(
  call: MemberChange,
  { current, count, owners }: Membership,
): Decided<boolean> {
  const { actor, at, user, grant, limits } = call;
  if (isSame(current, grant)) return { answer: false, change: noChange };
  requireRank(call, current);
  if (current === null) requireRoomFor('members', count, limits);
  const isLastOwner = current?.role === 'owner' && grant?.role !== 'owner' && owners === 1;
  // The operator can add an owner again.
  if (isLastOwner && actor.kind !== 'operator') throw lastOwner();
  const member = { userId: user.id, workspaceId: actor.workspaceId };
  const fact = factOf(call, current);
  return {
    answer: true,
    change: {
      rows:
        grant === null
          ? memberRemoval(member)
          : [rowWrite(member, call, grant, current), ...endedInvitations(member, grant)],
      facts: [{ id: newId('act'), at, actor, fact }],
      // What is remembered of a key contains the role of its creator.
      announce: [{ kind: 'key-revoked' }],
    },
  };
}

function isSame(a: Grant | null, b: Grant | null): boolean {
  if (a === null || b === null) return a === b;
  return a.role === b.role && sameNames(a.domainNames, b.domainNames);
}

function sameNames(a: readonly string[] | null, b: readonly string[] | null): boolean {
  if (a === null || b === null) return a === b;
  return a.length === b.length && a.every((name) => b.includes(name));
}

/** Only owners make, change and remove owners. Every member may leave. */
function requireRank({ actor, user, grant }: MemberChange, current: Grant | null): void {
  if (grant === null && actor.kind === 'user' && actor.id === user.id) return;
  const isAboutOwner = current?.role === 'owner' || grant?.role === 'owner';
  requireAct(actor, isAboutOwner ? 'owners.manage' : 'members.manage');
}

function lastOwner(): Refusal {
  return new Refusal(
    'last_owner',
    'A workspace needs an owner. Make another member an owner first.',
  );
}

interface MemberKey {
  readonly userId: string;
  readonly workspaceId: string;
}

/** The membership with its cap and the invitations that the member has sent. */
export function memberRemoval(member: MemberKey): readonly RowWrite[] {
  const { userId, workspaceId } = member;
  return [
    remove(members, { userId, workspaceId }),
    ...endedInvitations(member, null),
    ...capRows({ workspaceId, spenderId: userId }, null),
    removeAll(savedFilters, { userId, workspaceId }),
  ];
}

function rowWrite(
  member: MemberKey,
  { machineNow }: MemberChange,
  { role, domainNames }: Grant,
  current: Grant | null,
) {
  return current === null
    ? insert(members, { ...member, createdAt: machineNow, role, domainNames })
    : update(members, member, { role, domainNames });
}

/** Invitations end with the right of their sender to invite. */
function endedInvitations(
  { userId: invitedBy, workspaceId }: MemberKey,
  grant: Grant | null,
): RowWrite[] {
  const sent = { workspaceId, invitedBy };
  if (grant === null || denialOf(grant, 'members.manage') !== null) {
    return [removeAll(invitations, sent)];
  }
  const isOwner = denialOf(grant, 'owners.manage') === null;
  return isOwner ? [] : [removeAll(invitations, { ...sent, role: 'owner' })];
}

function factOf({ actor, user, grant }: MemberChange, current: Grant | null): MemberFact {
  const { email } = user;
  if (grant === null) {
    const isLeaving = actor.kind === 'user' && actor.id === user.id;
    return { kind: isLeaving ? 'member.leave' : 'member.remove', email };
  }
  const { role, domainNames } = grant;
  const details = { email, role, ...(domainNames === null ? {} : { domains: domainNames }) };
  return current === null
    ? { kind: 'member.add', ...details }
    : { kind: 'member.change', ...details };
}
