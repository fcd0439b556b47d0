/**
 * What each role may do: the one table that the service enforces and the dashboard shows. An endpoint
 * names its act; the act says which scope a key needs, and which roles a person. Plain data: the page
 * needs no schema for it.
 */
import type { Need } from './scopes.ts';

export const roles = ['owner', 'admin', 'dns_editor', 'billing', 'read_only'] as const;
export type Role = (typeof roles)[number];

export const roleTitles: Readonly<Record<Role, string>> = {
  owner: 'Owner',
  admin: 'Admin',
  dns_editor: 'DNS editor',
  billing: 'Billing',
  read_only: 'Read-only',
};

/** Their members may be limited to certain domains. */
export const limitableRoles: readonly Role[] = ['dns_editor', 'read_only'];

interface ActShape {
  /** The scope of a key that does it. */
  readonly scope: Need;
  readonly roles: readonly Role[];
  /** It concerns the whole workspace: a member limited to certain domains may not. */
  readonly isWide?: true;
}

const managers = ['owner', 'admin'] as const;
const payers = [...managers, 'billing'] as const;
const readers = [...payers, 'read_only'] as const;

export const acts = {
  'domains.read': {
    scope: 'any',
    roles,
  },
  'dns.change': {
    scope: 'dns',
    roles: [...managers, 'dns_editor'],
  },
  'keys.own': {
    scope: 'all',
    roles,
  },
  'members.read': {
    scope: 'all',
    roles,
  },
  'workspace.read': {
    scope: 'read',
    roles: readers,
    isWide: true,
  },
  'credits.pay': { scope: 'all', roles: payers, isWide: true },
  'domains.renew': {
    scope: 'all',
    roles: payers,
  },
  /** Each kind of bulk operation requires the act of its single operation, too. */
  'domains.bulk': {
    scope: 'any',
    roles: payers,
  },
  'domains.buy': {
    scope: 'all',
    roles: managers,
    isWide: true,
  },
  'domains.manage': {
    scope: 'all',
    roles: managers,
  },
  'domains.release': {
    scope: 'transfer',
    roles: managers,
  },
  'webhooks.manage': { scope: 'all', roles: managers, isWide: true },
  'keys.manage': {
    scope: 'all',
    roles: managers,
    isWide: true,
  },
  'workspace.manage': {
    scope: 'all',
    roles: managers,
    isWide: true,
  },
  'members.manage': {
    scope: 'all',
    roles: managers,
    isWide: true,
  },
  'owners.manage': {
    scope: 'all',
    roles: ['owner'],
    isWide: true,
  },
} as const satisfies Record<string, ActShape>;

export type Act = keyof typeof acts;

/** What a person is in a workspace. */
export interface Grant {
  readonly role: Role;
  /** Null means all domains of the workspace. */
  readonly domainNames: readonly string[] | null;
}

export type Denial = 'role' | 'limit';

/** Null when it is allowed. */
export function denialOf({ role, domainNames }: Grant, act: Act): Denial | null {
  const { roles: allowed, isWide }: ActShape = acts[act];
  if (!allowed.includes(role)) return 'role';
  return isWide === true && domainNames !== null ? 'limit' : null;
}

export function scopeOfAct(act: Act): Need {
  return acts[act].scope;
}

/** The act that a key of a scope is for: who may not do it creates no such key. */
export const actOfScope = {
  read: 'domains.read',
  dns: 'dns.change',
  all: 'domains.manage',
  transfer: 'domains.release',
} as const satisfies Record<Exclude<Need, 'any'>, Act>;
