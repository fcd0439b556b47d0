/** Who carries out an operation: recorded in the activity and checked for permissions. */
import type { Need, Scope } from '@hostmaster/contract';
import type { ActorKind } from '../storage/tables/events/activity.ts';

export interface Actor {
  readonly kind: ActorKind;
  readonly id: string;
  readonly workspaceId: string;
  readonly scope: Scope;
  /** Reads more than domains and their DNS: contacts, prices, the balance, events of the workspace. */
  readonly readsAll: boolean;
  /** The domains a key is limited to; null means all of the workspace. */
  readonly domainNames: ReadonlySet<string> | null;
}

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
}): Actor {
  const { name: id, workspaceId, domainNames } = key;
  return { kind: 'update_key', id, workspaceId, scope: 'dns', readsAll: false, domainNames };
}

/** A member of the workspace in the dashboard. */
export function userActor(userId: string, workspaceId: string): Actor {
  return { kind: 'user', id: userId, workspaceId, scope: 'all', readsAll: true, domainNames: null };
}

export function operatorActor(workspaceId: string): Actor {
  return {
    kind: 'operator',
    id: 'command',
    workspaceId,
    scope: 'all',
    readsAll: true,
    domainNames: null,
  };
}

/** A member of a workspace revokes its keys; an operator revokes keys of every workspace. */
export type Revoker = Actor | 'operator';

/** The actor for the activity of this workspace; null when the revoker does not belong to it. */
export function revokerIn(revoker: Revoker, workspaceId: string): Actor | null {
  if (revoker === 'operator') return operatorActor(workspaceId);
  return revoker.workspaceId === workspaceId ? revoker : null;
}

export function systemActor(workspaceId: string, id: string): Actor {
  return { kind: 'system', id, workspaceId, scope: 'all', readsAll: true, domainNames: null };
}
