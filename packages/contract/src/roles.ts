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
  readonly title: string;
  /** The scope of a key that does it. */
  readonly scope: Need;
  readonly roles: readonly Role[];
  /** It concerns the whole workspace: a member limited to certain domains may not. */
  readonly isWide: boolean;
}

const managers = ['owner', 'admin'] as const;
const payers = [...managers, 'billing'] as const;
const readers = [...payers, 'read_only'] as const;

export const acts = {
  'domains.read': {
    title: 'See domains, their DNS and its history; export zone files',
    scope: 'any',
    roles,
    isWide: false,
  },
  'dns.change': {
    title: 'Change DNS records, SOA and own secondaries; import zone files',
    scope: 'dns',
    roles: [...managers, 'dns_editor'],
    isWide: false,
  },
  'keys.own': {
    title: 'Create and revoke own keys, which can do no more than the role',
    scope: 'all',
    roles,
    isWide: false,
  },
  'members.read': {
    title: 'See the members; leave the workspace',
    scope: 'all',
    roles,
    isWide: false,
  },
  'workspace.read': {
    title: 'See contacts, prices, balance, statement, transfers and activity; export them',
    scope: 'read',
    roles: readers,
    isWide: true,
  },
  'credits.pay': { title: 'Top up credits', scope: 'all', roles: payers, isWide: true },
  'domains.renew': {
    title: 'Renew and restore domains',
    scope: 'all',
    roles: payers,
    isWide: false,
  },
  'domains.buy': {
    title: 'Register domains and transfer them in',
    scope: 'all',
    roles: managers,
    isWide: true,
  },
  'domains.manage': {
    title: 'Change nameservers, contacts, privacy and auto-renewal',
    scope: 'all',
    roles: managers,
    isWide: false,
  },
  'domains.release': {
    title: 'Unlock domains, get auth codes, answer requests of other registrars',
    scope: 'transfer',
    roles: managers,
    isWide: false,
  },
  'webhooks.manage': { title: 'Manage webhooks', scope: 'all', roles: managers, isWide: true },
  'keys.manage': {
    title: 'See and revoke the keys of all members',
    scope: 'all',
    roles: managers,
    isWide: true,
  },
  'workspace.manage': {
    title: 'Change the name and the notice address of the workspace',
    scope: 'all',
    roles: managers,
    isWide: true,
  },
  'members.manage': {
    title: 'Invite, change and remove members other than owners',
    scope: 'all',
    roles: managers,
    isWide: true,
  },
  'owners.manage': {
    title: 'Make, change and remove owners; hand over ownership',
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
  return isWide && domainNames !== null ? 'limit' : null;
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
