/**
 * The provider decides about membership in the workspaces that its configuration names, at every sign-in:
 * who has a role there gets it, and who has none leaves. The last owner stays.
 */
import { type Change, combine } from '../../../changes/change.ts';
import type { HostmasterReader } from '../../../storage/schema.ts';
import type { User } from '../../../storage/tables/people/users.ts';
import {
  claimedGrant,
  type IdentityProvider,
  type ProviderClaims,
  type ProviderWorkspace,
} from '../../../users/identity-provider.ts';
import { systemActor } from '../../../workspaces/actor.ts';
import { findWorkspace } from '../../../workspaces/workspaces.ts';
import type { VisitorCall } from '../account-call.ts';
import { decideMembership, type LoadedMembership, loadMemberChange } from '../change-membership.ts';

interface ProviderMembership {
  readonly workspace: ProviderWorkspace;
  readonly loaded: LoadedMembership;
}

export function membershipKeys({ workspaces }: IdentityProvider): readonly string[] {
  return workspaces.map(({ workspaceId }) => `workspace ${workspaceId}`).sort();
}

/** Workspaces that do not exist are left out. */
export async function loadMemberships(
  reader: HostmasterReader,
  {
    provider,
    userId,
    now: machineNow,
  }: { readonly provider: IdentityProvider; readonly userId: string; readonly now: number },
): Promise<readonly ProviderMembership[]> {
  const found: ProviderMembership[] = [];
  for (const workspace of provider.workspaces) {
    const { workspaceId: id } = workspace;
    if ((await findWorkspace(reader, id)) === undefined) continue;
    const actor = systemActor(id, 'provider');
    const loaded = await loadMemberChange(reader, { actor, machineNow }, userId);
    found.push({ workspace, loaded });
  }
  return found;
}

export function decideMemberships(
  {
    call,
    claims,
    at,
  }: {
    readonly call: VisitorCall;
    readonly claims: ProviderClaims;
    /** Calendar time. */
    readonly at: number;
  },
  {
    user,
    loaded: memberships,
  }: { readonly user: User; readonly loaded: readonly ProviderMembership[] },
): Change {
  const { limits } = call.services.operations.rules;
  const changes = memberships.map(({ workspace, loaded }) => {
    const grant = claimedGrant(workspace, claims);
    const { current, owners } = loaded.membership;
    const isLastOwner = current?.role === 'owner' && grant?.role !== 'owner' && owners === 1;
    if (isLastOwner) return {};
    const actor = systemActor(workspace.workspaceId, 'provider');
    const change = { user, grant, isRevokingKeys: grant === null };
    const by = { actor, now: at, machineNow: call.now, limits };
    return decideMembership(by, change, loaded).change;
  });
  return combine(...changes);
}
