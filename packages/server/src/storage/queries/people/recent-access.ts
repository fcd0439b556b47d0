/**
 * Keys, webhooks, members, invitations and secondaries of domains that the workspaces of a user got lately.
 * The newest first. Members who joined before the user are left out.
 */
import { acts } from '@hostmaster/contract/roles';
import { type QueryContext, query } from '../../schema.ts';

interface Recent {
  userId: string;
  since: number;
  limit: number;
}

const ownWorkspaces = ({ db, p }: Pick<QueryContext<Recent>, 'db' | 'p'>) =>
  db
    .selectFrom('members as mine')
    .innerJoin('workspaces', 'workspaces.id', 'mine.workspace_id')
    .select(['workspaces.id as workspaceId', 'workspaces.name as workspaceName'])
    .where('mine.user_id', '=', p.userId)
    .limit(p.limit);

/** Those who see more than their own keys: they manage keys, webhooks and members. */
const managers = [...acts['keys.manage'].roles];

/** `now` is machine time, by which keys expire. */
export const listRecentApiKeys = query<Recent & { now: number }>({ page: 200 })((context) =>
  ownWorkspaces(context)
    .innerJoin('api_keys', 'api_keys.workspace_id', 'mine.workspace_id')
    .leftJoin('users', 'users.id', 'api_keys.created_by')
    .select(['api_keys.id', 'api_keys.name', 'api_keys.prefix'])
    .select('api_keys.created_at as createdAt')
    .select('users.name as createdBy')
    .where('api_keys.created_at', '>=', context.p.since)
    .where('api_keys.revoked_at', 'is', null)
    .where((eb) =>
      eb.or([eb('mine.role', 'in', managers), eb('api_keys.created_by', '=', context.p.userId)]),
    )
    .where((eb) =>
      eb.or([eb('api_keys.expires_at', 'is', null), eb('api_keys.expires_at', '>', context.p.now)]),
    )
    .orderBy('api_keys.created_at', 'desc'),
);

export const listRecentTsigKeys = query<Recent & { now: number }>({ page: 200 })((context) =>
  ownWorkspaces(context)
    .innerJoin('tsig_keys', 'tsig_keys.workspace_id', 'mine.workspace_id')
    .leftJoin('users', 'users.id', 'tsig_keys.created_by')
    .select(['tsig_keys.name as id', 'tsig_keys.name', 'tsig_keys.created_at as createdAt'])
    .select('users.name as createdBy')
    .where('tsig_keys.created_at', '>=', context.p.since)
    .where('tsig_keys.revoked_at', 'is', null)
    .where((eb) =>
      eb.or([eb('mine.role', 'in', managers), eb('tsig_keys.created_by', '=', context.p.userId)]),
    )
    .where((eb) =>
      eb.or([
        eb('tsig_keys.expires_at', 'is', null),
        eb('tsig_keys.expires_at', '>', context.p.now),
      ]),
    )
    .orderBy('tsig_keys.created_at', 'desc'),
);

export const listRecentWebhooks = query<Recent>({ page: 200 })((context) =>
  ownWorkspaces(context)
    .innerJoin('webhooks', 'webhooks.workspace_id', 'mine.workspace_id')
    .select(['webhooks.id', 'webhooks.url as name', 'webhooks.created_at as createdAt'])
    .where('webhooks.created_at', '>=', context.p.since)
    .where('mine.role', 'in', managers)
    .orderBy('webhooks.created_at', 'desc'),
);

/** `since` is machine time here. */
export const listRecentMembers = query<Recent>({ page: 200 })((context) =>
  ownWorkspaces(context)
    .innerJoin('members as other', 'other.workspace_id', 'mine.workspace_id')
    .innerJoin('users', 'users.id', 'other.user_id')
    .select(['users.id', 'users.name', 'users.email', 'other.created_at as createdAt'])
    .select('other.role as role')
    .where('mine.role', 'in', managers)
    .whereRef('other.user_id', '!=', 'mine.user_id')
    .whereRef('other.created_at', '>', 'mine.created_at')
    .where('other.created_at', '>=', context.p.since)
    .orderBy('other.created_at', 'desc'),
);

/** Open ones. Both times are machine time. */
export const listRecentInvitations = query<Recent & { now: number }>({ page: 200 })((context) =>
  ownWorkspaces(context)
    .innerJoin('invitations', 'invitations.workspace_id', 'mine.workspace_id')
    .leftJoin('users', 'users.id', 'invitations.invited_by')
    .select(['invitations.id', 'invitations.email as name', 'invitations.role as role'])
    .select('invitations.sent_at as createdAt')
    .select('users.name as createdBy')
    .where('mine.role', 'in', managers)
    .where('invitations.sent_at', '>=', context.p.since)
    .where('invitations.expires_at', '>', context.p.now)
    .orderBy('invitations.sent_at', 'desc'),
);

/** Nameservers of customers, which fetch a whole zone. `since` is machine time. */
export const listRecentSecondaries = query<Recent>({ page: 200 })((context) =>
  ownWorkspaces(context)
    .innerJoin('domain_secondaries', 'domain_secondaries.workspace_id', 'mine.workspace_id')
    .innerJoin('domains', 'domains.id', 'domain_secondaries.domain_id')
    .leftJoin('users', 'users.id', 'domain_secondaries.created_by')
    .select(['domain_secondaries.id', 'domain_secondaries.address', 'domains.name as domain'])
    .select('domain_secondaries.created_at as createdAt')
    .select('users.name as createdBy')
    .where('mine.role', 'in', managers)
    .where('domain_secondaries.created_at', '>=', context.p.since)
    .orderBy('domain_secondaries.created_at', 'desc'),
);
