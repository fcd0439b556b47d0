/**
 * What was given access to an account and its workspaces in the last 30 days, and its revocation. A person
 * who has lost the password sees here what a thief may have left behind.
 */
import { dayMs } from '@hostmaster/contract/durations';
import { type Act, denialOf } from '@hostmaster/contract/roles';
import { Refusal } from '../../base/errors.ts';
import { newId } from '../../base/ids.ts';
import { persist } from '../../changes/persist.ts';
import { listIdentities } from '../../storage/queries/people/identities.ts';
import { findMember } from '../../storage/queries/people/members.ts';
import { listPasskeys } from '../../storage/queries/people/passkeys.ts';
import {
  listRecentApiKeys,
  listRecentInvitations,
  listRecentMembers,
  listRecentSecondaries,
  listRecentTsigKeys,
  listRecentWebhooks,
} from '../../storage/queries/people/recent-access.ts';
import { type Actor, userActor } from '../../workspaces/actor.ts';
import { revokeKey } from '../../workspaces/keys.ts';
import { revokeUpdateKey } from '../../workspaces/update-keys.ts';
import { removeDomainSecondary } from '../domain-secondaries/remove-domain-secondary.ts';
import type { Call } from '../operation.ts';
import { deleteWebhook } from '../webhooks/delete-webhook.ts';
import { type AccountCall, originOf } from './account-call.ts';
import { changeMembership } from './change-membership.ts';
import { withdrawInvitation } from './invite-member.ts';
import { removePasskey } from './passkeys.ts';
import { providerNameOf, unlinkIdentity } from './providers/manage-identities.ts';

const recentMs = 30 * dayMs;
const entriesMax = 200;

/** What is revoked in a workspace… */
type WorkspaceAccess =
  | 'api_key'
  | 'update_key'
  | 'webhook'
  | 'member'
  | 'invitation'
  | 'domain_secondary';
/** …and by the person themselves, who signs in with it. */
type AccountAccess = 'passkey' | 'identity';
type AccessKind = WorkspaceAccess | AccountAccess;

export interface RecentAccess {
  readonly kind: AccessKind;
  readonly id: string;
  readonly name: string;
  readonly workspace: { readonly id: string; readonly name: string } | null;
  readonly createdAt: number;
  readonly createdBy: string | null;
}

/** The newest first. */
export async function listRecentAccess(call: AccountCall): Promise<readonly RecentAccess[]> {
  const { services, accountId: userId, now } = call;
  const { database } = services;
  const since = calendarNow(call) - recentMs;
  const recent = { userId, since, now, limit: entriesMax };
  const byMachine = { ...recent, since: now - recentMs };
  const [apiKeys, updateKeys, webhooks, members, invitations, secondaries, signIns] =
    await Promise.all([
      database.all(listRecentApiKeys, recent),
      database.all(listRecentTsigKeys, recent),
      database.all(listRecentWebhooks, recent),
      database.all(listRecentMembers, byMachine),
      database.all(listRecentInvitations, byMachine),
      database.all(listRecentSecondaries, byMachine),
      listRecentSignIns(call),
    ]);
  return [
    ...apiKeys.map(({ prefix, ...key }) => ({
      ...entryOf('api_key', key),
      name: `${key.name} (${prefix}…)`,
    })),
    ...updateKeys.map((key) => entryOf('update_key', key)),
    ...webhooks.map((webhook) => entryOf('webhook', { ...webhook, createdBy: null })),
    ...members.map((member) => entryOf('member', { ...member, createdBy: null })),
    ...invitations.map((invitation) => entryOf('invitation', invitation)),
    ...secondaries.map(({ address, domain, ...secondary }) =>
      entryOf('domain_secondary', { ...secondary, name: `${address} for ${domain}` }),
    ),
    ...signIns,
  ]
    .sort((a, b) => b.createdAt - a.createdAt)
    .slice(0, entriesMax);
}

interface FoundEntry extends Pick<RecentAccess, 'id' | 'name' | 'createdAt' | 'createdBy'> {
  readonly workspaceId: string;
  readonly workspaceName: string;
}

function entryOf(
  kind: WorkspaceAccess,
  { id, name, createdAt, createdBy, ...place }: FoundEntry,
): RecentAccess {
  const workspace = { id: place.workspaceId, name: place.workspaceName };
  return { kind, id, name, workspace, createdAt, createdBy };
}

/** The person's own, apart from what they have signed up with. */
async function listRecentSignIns(call: AccountCall): Promise<readonly RecentAccess[]> {
  const { services, accountId: userId, now } = call;
  const [own, linked] = await Promise.all([
    services.database.all(listPasskeys, { userId }),
    services.database.all(listIdentities, { userId }),
  ]);
  const common = { workspace: null, createdBy: null };
  return [
    ...own.map(({ id, name, createdAt }) => ({
      ...{ kind: 'passkey' as const, id, name, createdAt },
      ...common,
    })),
    ...linked
      .filter(({ origin }) => origin !== 'created')
      .map(({ id, issuer, email, createdAt }) => ({
        ...{ kind: 'identity' as const, id, createdAt },
        name: [providerNameOf(call, issuer), ...(email === null ? [] : [`(${email})`])].join(' '),
        ...common,
      })),
  ].filter(({ createdAt }) => createdAt >= now - recentMs);
}

export interface RevokedEntry {
  readonly workspaceId: string | null;
  readonly kind: AccessKind;
  readonly id: string;
}

/** Returns how many were revoked; what is gone or belongs to others is skipped. */
export async function revokeRecentAccess(
  call: AccountCall,
  entries: readonly RevokedEntry[],
): Promise<number> {
  const { database } = call.services;
  let revoked = 0;
  for (const entry of entries) {
    const { workspaceId } = entry;
    if (workspaceId === null) {
      if (await revokeSignIn(call, entry)) revoked += 1;
      continue;
    }
    const own = await database.first(findMember, { userId: call.accountId, workspaceId });
    if (own === undefined) continue;
    const { role, domainNames } = own;
    const revoker = {
      ...userActor(call.accountId, workspaceId, { role, domainNames }),
      origin: originOf(call),
    };
    if (await revoke(call, revoker, entry)) revoked += 1;
  }
  return revoked;
}

async function revokeSignIn(call: AccountCall, { kind, id }: RevokedEntry): Promise<boolean> {
  if (kind === 'passkey') return unlessGone(() => removePasskey(call, id));
  return kind === 'identity' && unlessGone(() => unlinkIdentity(call, id));
}

async function revoke(
  call: AccountCall,
  revoker: Actor,
  { kind, id }: RevokedEntry,
): Promise<boolean> {
  const { database } = call.services;
  const at = calendarNow(call);
  switch (kind) {
    case 'api_key':
      return (await persist(database, revokeKey({ id, at, revoker }))) === 'revoked';
    case 'update_key':
      return (await persist(database, revokeUpdateKey({ name: id, at, revoker }))) === 'revoked';
    case 'webhook': {
      if (!isAllowed(revoker, 'webhooks.manage')) return false;
      const own = callOf(call, revoker);
      return unlessGone(async () =>
        persist(database, await deleteWebhook.begin(database, own, { webhookId: id })),
      );
    }
    case 'member':
      return removeMember(call, revoker, id);
    case 'invitation':
      return removeInvitation(call, revoker, id);
    case 'domain_secondary':
      return removeSecondary(call, revoker, id);
    default:
      // A sign-in belongs to no workspace.
      return false;
  }
}

function callOf(call: AccountCall, actor: Actor): Call {
  return {
    actor,
    now: calendarNow(call),
    operationId: newId('act'),
    services: call.services.operations,
    clientGone: () => new AbortController().signal,
  };
}

const goneCodes: ReadonlySet<string> = new Set([
  'webhook_not_found',
  'invitation_not_found',
  'domain_not_found',
  'secondary_not_found',
  'second_factor_not_found',
  'identity_not_found',
]);

/** False when it is gone already. */
async function unlessGone(work: () => Promise<unknown>): Promise<boolean> {
  try {
    await work();
    return true;
  } catch (error) {
    if (error instanceof Refusal && goneCodes.has(error.code)) return false;
    throw error;
  }
}

function isAllowed({ grant }: Actor, act: Act): boolean {
  return grant === null || denialOf(grant, act) === null;
}

/** Open ones that were sent lately. */
async function removeInvitation(call: AccountCall, actor: Actor, id: string): Promise<boolean> {
  const { workspaceId } = actor;
  const { services, accountId: userId, now: machineNow } = call;
  const { database, operations } = services;
  const recent = { userId, since: machineNow - recentMs, now: machineNow, limit: entriesMax };
  const found = (await database.all(listRecentInvitations, recent)).find(
    (one) => one.id === id && one.workspaceId === workspaceId,
  );
  if (found === undefined) return false;
  if (!isAllowed(actor, found.role === 'owner' ? 'owners.manage' : 'members.manage')) return false;
  const { limits } = operations.rules;
  const change = { actor, now: calendarNow(call), machineNow, limits };
  return unlessGone(() => persist(database, withdrawInvitation(change, { id })));
}

async function removeSecondary(
  call: AccountCall,
  actor: Actor,
  secondaryId: string,
): Promise<boolean> {
  const { workspaceId } = actor;
  const { services, accountId: userId, now } = call;
  const { database } = services;
  const recent = { userId, since: now - recentMs, limit: entriesMax };
  const found = (await database.all(listRecentSecondaries, recent)).find(
    (one) => one.id === secondaryId && one.workspaceId === workspaceId,
  );
  if (found === undefined || !isAllowed(actor, 'dns.change')) return false;
  const { domain } = found;
  const own = callOf(call, actor);
  return unlessGone(async () =>
    persist(database, await removeDomainSecondary.begin(database, own, { domain, secondaryId })),
  );
}

/** With the keys that the member created. Only who joined lately, and after the person. */
async function removeMember(call: AccountCall, actor: Actor, memberId: string): Promise<boolean> {
  const { workspaceId } = actor;
  const { services, accountId: userId, now: machineNow } = call;
  const { database, operations } = services;
  const since = machineNow - recentMs;
  const recent = await database.all(listRecentMembers, { userId, since, limit: entriesMax });
  const user = recent.find((one) => one.id === memberId && one.workspaceId === workspaceId);
  if (user === undefined) return false;
  if (!isAllowed(actor, user.role === 'owner' ? 'owners.manage' : 'members.manage')) return false;
  const { limits } = operations.rules;
  const change = { actor, now: calendarNow(call), machineNow, limits };
  const removal = { user, grant: null, isRevokingKeys: true };
  const { isChanged } = await persist(database, changeMembership(change, removal));
  return isChanged;
}

function calendarNow({ now, session }: AccountCall): number {
  return now + (session?.calendarOffsetMs ?? 0);
}
