/** Who carries out an operation: recorded in the activity and checked for permissions. */
import type { Need, Scope } from '@hostmaster/contract';
import { denialOf, type Grant } from '@hostmaster/contract/roles';
import type { ActorKind, Origin } from '../storage/tables/events/activity.ts';

export interface Actor {
  readonly kind: ActorKind;
  readonly id: string;
  readonly workspaceId: string;
  readonly scope: Scope;
  /** Reads more than domains and their DNS: contacts, prices, the balance, events of the workspace. */
  readonly readsAll: boolean;
  /** The domains a key is limited to; null means all of the workspace. */
  readonly domainNames: ReadonlySet<string> | null;
  /**
   * What the person may do at present: the member in the dashboard, or the creator of a key. Null for
   * operators, for the service, and for keys that the first start or a command has created.
   */
  readonly grant: Grant | null;
  /** The user whose grant it is; null where there is none. */
  readonly personId: string | null;
  /** From where the request comes; absent for the service itself and for operators. */
  readonly origin?: Origin;
}

/** The role of the person who opens a workspace. */
export const ownerGrant: Grant = { role: 'owner', domainNames: null };

/** `transfer` stands beside the others: not even a key with full access can let a domain go. */
const included: Record<Scope, readonly Scope[]> = {
  read: [],
  dns: ['dns'],
  all: ['dns', 'all'],
  transfer: ['transfer'],
};

export function covers(granted: Pick<Actor, 'scope' | 'readsAll'>, needed: Need): boolean {
  if (needed === 'any') return true;
  return needed === 'read' ? granted.readsAll : included[granted.scope].includes(needed);
}

/** For a key limited to some domains, other domains do not exist. */
export function reaches(actor: Actor, domainName: string): boolean {
  return actor.domainNames === null || actor.domainNames.has(domainName);
}

/** A TSIG key that changes records by DNS UPDATE; its name is its id. */
export function updateKeyActor(key: {
  readonly name: string;
  readonly workspaceId: string;
  readonly domainNames: ReadonlySet<string> | null;
  readonly grant: Grant | null;
  readonly createdBy: string | null;
}): Actor {
  const { name: id, workspaceId, domainNames, grant, createdBy: personId } = key;
  const bounds = { scope: 'dns', readsAll: false, domainNames, grant } as const;
  return { kind: 'update_key', id, workspaceId, ...bounds, personId };
}

/** A member of the workspace in the dashboard. */
export function userActor(userId: string, workspaceId: string, grant: Grant): Actor {
  return {
    kind: 'user',
    id: userId,
    workspaceId,
    scope: 'all',
    readsAll: readsAllBy(grant),
    domainNames: reachOf(null, grant),
    grant,
    personId: userId,
  };
}

export function readsAllBy(grant: Grant | null): boolean {
  return grant === null || denialOf(grant, 'workspace.read') === null;
}

/** The domains of a key as far as its creator reaches them; null means all of the workspace. */
export function reachOf(
  domainNames: readonly string[] | null,
  grant: Grant | null,
): ReadonlySet<string> | null {
  const limit = grant?.domainNames ?? null;
  if (limit === null) return domainNames === null ? null : new Set(domainNames);
  return new Set(domainNames === null ? limit : limit.filter((name) => domainNames.includes(name)));
}

export function operatorActor(workspaceId: string): Actor {
  return {
    kind: 'operator',
    id: 'command',
    workspaceId,
    scope: 'all',
    readsAll: true,
    domainNames: null,
    grant: null,
    personId: null,
  };
}

/** A member of a workspace revokes its keys; an operator revokes keys of every workspace. */
export type Revoker = Actor | 'operator';

/** The actor for the activity of the key's workspace; null when the revoker must not see the key. */
export function revokerIn(
  revoker: Revoker,
  key: { readonly workspaceId: string; readonly createdBy: string | null },
): Actor | null {
  if (revoker === 'operator') return operatorActor(key.workspaceId);
  return revoker.workspaceId === key.workspaceId && seesKey(revoker, key) ? revoker : null;
}

/** Members see their own keys, and those who manage keys see all. */
export function seesKey(
  { personId, grant }: Pick<Actor, 'personId' | 'grant'>,
  { createdBy }: { readonly createdBy: string | null },
): boolean {
  const isOwn = createdBy !== null && createdBy === personId;
  return isOwn || grant === null || denialOf(grant, 'keys.manage') === null;
}

export function systemActor(workspaceId: string, id: string): Actor {
  return {
    kind: 'system',
    id,
    workspaceId,
    scope: 'all',
    readsAll: true,
    domainNames: null,
    grant: null,
    personId: null,
  };
}
