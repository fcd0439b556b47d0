/** Members and invitations of a workspace, and the page behind an invitation's link. */
import type { DashboardOutput } from '@hostmaster/contract/dashboard';
import { denialOf, type Grant } from '@hostmaster/contract/roles';
import { readList } from '@hostmaster/storage';
import { isoTime, isoTimeOrNull } from '../../base/iso-time.ts';
import { acceptInvitation, readInvitation } from '../../operations/people/accept-invitation.ts';
import {
  type InvitationCall,
  inviteMember,
  resendInvitation,
  withdrawInvitation,
} from '../../operations/people/invite-member.ts';
import {
  handOverOwnership,
  leaveWorkspace,
  removeMember,
  updateMember,
} from '../../operations/people/manage-members.ts';
import { listMemberReceivers } from '../../operations/people/member-receivers.ts';
import { wantedGrant } from '../../operations/people/wanted-grant.ts';
import { requireSecondFactor } from '../../operations/workspaces/require-second-factor.ts';
import { listInvitations } from '../../storage/queries/people/invitations.ts';
import {
  findNamedMember,
  listMemberFactors,
  listMembers,
} from '../../storage/queries/people/members.ts';
import { type Actor, reaches } from '../../workspaces/actor.ts';
import { listMemberKeys } from '../../workspaces/member-keys.ts';
import { capMember, memberNotFound, parseCap } from '../../workspaces/spending-cap.ts';
import { requireWorkspace } from '../../workspaces/workspaces.ts';
import type { Handlers, WorkspaceRequest } from '../dashboard-handler.ts';
import { loadSpendings } from '../spendings.ts';
import { currentSession, sendSession } from './session.ts';

type Listed = DashboardOutput<'listMembers'>;

const done = { success: true as const };

export const memberHandlers = {
  async listMembers({ services: { database }, call, now }) {
    const { actor } = call;
    const { workspaceId, grant } = actor;
    const members = await readList(database, listMembers, { workspaceId });
    const { secondFactorFrom } = await requireWorkspace(database, workspaceId);
    const isManager = grant === null || denialOf(grant, 'members.manage') === null;
    const open = isManager ? await readList(database, listInvitations, { workspaceId, now }) : [];
    const factors = isManager ? await readList(database, listMemberFactors, { workspaceId }) : [];
    const safeIds = new Set(
      factors
        .filter(({ totpConfirmedAt, passkeyId }) => totpConfirmedAt !== null || passkeyId !== null)
        .map(({ id }) => id),
    );
    const spendings = await loadSpendings(database, {
      workspaceId,
      spenderIds: members.map(({ id }) => id),
      now: call.now,
    });
    return {
      secondFactorFrom: isoTimeOrNull(secondFactorFrom),
      members: members.map(({ id, name, email, createdAt, ...granted }) => ({
        id,
        name,
        email,
        ...grantView(actor, granted),
        joinedAt: isoTime(createdAt),
        hasSecondFactor: isManager ? safeIds.has(id) : null,
        spending: isManager || id === actor.id ? (spendings.get(id) ?? null) : null,
      })),
      invitations: open.map(({ id, email, inviter, sentAt, expiresAt, ...granted }) => ({
        id,
        email,
        ...grantView(actor, granted),
        invitedBy: inviter,
        sentAt: isoTime(sentAt),
        expiresAt: isoTime(expiresAt),
      })),
    };
  },

  async inviteMember(request, { email, ...input }) {
    const wanted = { email, grant: wantedGrant(input) };
    return request.persist(inviteMember(memberCall(request), wanted));
  },

  async resendInvitation(request, { invitationId: id }) {
    await request.persist(resendInvitation(memberCall(request), { id }));
    return done;
  },

  async withdrawInvitation(request, { invitationId: id }) {
    await request.persist(withdrawInvitation(memberCall(request), { id }));
    return done;
  },

  async updateMember(request, { userId, ...input }) {
    const change = { userId, grant: wantedGrant(input) };
    await request.persist(updateMember(memberCall(request), change));
    return done;
  },

  async capMember({ persist, call: { actor, now: at } }, { userId, cap }) {
    await persist(capMember({ actor, at, userId, capCents: parseCap(cap) }));
    return done;
  },

  async listMemberKeys({ services: { database }, call: { actor }, now }, { userId }) {
    const { workspaceId } = actor;
    const member = await database.first(findNamedMember, { userId, workspaceId });
    if (member === undefined) throw memberNotFound();
    const { apiKeys, updateKeys } = await listMemberKeys(database, { workspaceId, userId, now });
    const receivers = await listMemberReceivers(database, { workspaceId, userId });
    return {
      keys: [
        ...apiKeys.map(({ id, name }) => ({ kind: 'api_key' as const, id, name })),
        ...updateKeys.map(({ name }) => ({ kind: 'update_key' as const, id: name, name })),
        ...receivers.webhooks.map(({ id, url }) => ({ kind: 'webhook' as const, id, name: url })),
        ...receivers.secondaries.map(({ id, domain, address }) => ({
          kind: 'secondary' as const,
          id,
          name: `${domain} to ${address}`,
        })),
      ],
    };
  },

  async removeMember(request, { userId, keys }) {
    await request.persist(removeMember(memberCall(request), { userId, keys }));
    return done;
  },

  async requireSecondFactor(request, { from }) {
    const at = from === null ? null : Date.parse(from);
    await request.persist(requireSecondFactor(request.call, { from: at }));
    return done;
  },

  async handOverOwnership(request, { userId }) {
    await request.persist(handOverOwnership(memberCall(request), { userId }));
    return done;
  },

  async leaveWorkspace(request) {
    await request.persist(leaveWorkspace(memberCall(request)));
    return done;
  },

  async readInvitation(request, input) {
    return readInvitation(request, input);
  },

  async acceptInvitation(request, input) {
    const { workspaceId, entered } = await acceptInvitation(request, input);
    const session =
      entered === null ? await currentSession(request) : await sendSession(request, entered);
    return { workspaceId, session };
  },
} satisfies Partial<Handlers>;

function memberCall({
  services,
  call,
  now: machineNow,
  address,
}: WorkspaceRequest): InvitationCall {
  const { limits } = services.operations.rules;
  const { actor, now } = call;
  return { actor, now, machineNow, limits, services, address };
}

/** A member limited to certain domains learns no name of another one. */
function grantView(
  actor: Actor,
  { role, domainNames }: Grant,
): Pick<Listed['members'][number], keyof Grant> {
  const seen = domainNames?.filter((name) => reaches(actor, name)) ?? null;
  return { role, domainNames: seen };
}
