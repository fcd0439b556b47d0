/**
 * What was given access to the workspaces of an account in the last 30 days, and its revocation. A person
 * who has lost the password sees here what a thief may have left behind.
 */
import { dayMs } from '@hostmaster/contract/durations';
import { type Act, denialOf } from '@hostmaster/contract/roles';
import { Refusal } from '../../base/errors.ts';
import { newId } from '../../base/ids.ts';
import { persist } from '../../changes/persist.ts';
import { findMember } from '../../storage/queries/people/members.ts';
import {
  listRecentApiKeys,
  listRecentMembers,
  listRecentTsigKeys,
  listRecentWebhooks,
} from '../../storage/queries/people/recent-access.ts';
import { type Actor, userActor } from '../../workspaces/actor.ts';
import { revokeKey } from '../../workspaces/keys.ts';
import { revokeUpdateKey } from '../../workspaces/update-keys.ts';
import type { Call } from '../operation.ts';
import { deleteWebhook } from '../webhooks/delete-webhook.ts';
import { type AccountCall, originOf } from './account-call.ts';
import { changeMembership } from './change-membership.ts';

const recentMs = 30 * dayMs;
const entriesMax = 200;

type AccessKind = 'api_key' | 'update_key' | 'webhook' | 'member';

export interface RecentAccess {
  readonly kind: AccessKind;
  readonly id: string;
  readonly name: string;
  readonly workspaceId: string;
  readonly workspaceName: string;
  readonly createdAt: number;
  readonly createdBy: string | null;
}

/** The newest first. */
export async function listRecentAccess(call: AccountCall): Promise<readonly RecentAccess[]> {
  const { services, accountId: userId, now } = call;
  const { database } = services;
  const since = calendarNow(call) - recentMs;
  const recent = { userId, since, now, limit: entriesMax };
  const [apiKeys, updateKeys, webhooks, members] = await Promise.all([
    database.all(listRecentApiKeys, recent),
    database.all(listRecentTsigKeys, recent),
    database.all(listRecentWebhooks, recent),
    database.all(listRecentMembers, { ...recent, since: now - recentMs }),
  ]);
  return [
    ...apiKeys.map(({ prefix, ...key }) => ({
      ...key,
      kind: 'api_key' as const,
      name: `${key.name} (${prefix}…)`,
    })),
    ...updateKeys.map((key) => ({ kind: 'update_key' as const, ...key })),
    ...webhooks.map((webhook) => ({ kind: 'webhook' as const, ...webhook, createdBy: null })),
    ...members.map((member) => ({ kind: 'member' as const, ...member, createdBy: null })),
  ]
    .sort((a, b) => b.createdAt - a.createdAt)
    .slice(0, entriesMax);
}

export interface RevokedEntry {
  readonly workspaceId: string;
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

async function revoke(
  call: AccountCall,
  revoker: Actor,
  { kind, id }: RevokedEntry,
): Promise<boolean> {
  const { database, operations } = call.services;
  const at = calendarNow(call);
  switch (kind) {
    case 'api_key':
      return (await persist(database, revokeKey({ id, at, revoker }))) === 'revoked';
    case 'update_key':
      return (await persist(database, revokeUpdateKey({ name: id, at, revoker }))) === 'revoked';
    case 'webhook': {
      const own: Call = {
        actor: revoker,
        now: at,
        operationId: newId('act'),
        services: operations,
        clientGone: () => new AbortController().signal,
      };
      return isAllowed(revoker, 'webhooks.manage') && removeWebhook(call, own, id);
    }
    case 'member':
      return removeMember(call, revoker, id);
  }
}

function isAllowed({ grant }: Actor, act: Act): boolean {
  return grant === null || denialOf(grant, act) === null;
}

async function removeWebhook(
  { services: { database } }: AccountCall,
  call: Call,
  webhookId: string,
): Promise<boolean> {
  try {
    await persist(database, await deleteWebhook.begin(database, call, { webhookId }));
    return true;
  } catch (error) {
    if (error instanceof Refusal && error.code === 'webhook_not_found') return false;
    throw error;
  }
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
