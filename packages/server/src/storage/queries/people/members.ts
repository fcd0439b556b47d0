/** Which users belong to which workspaces. */
import { query } from '../../schema.ts';
import type { Member } from '../../tables/people/members.ts';
import { users } from '../../tables/people/users.ts';
import { workspaces } from '../../tables/workspaces/workspaces.ts';

export const listMembers = query<{ workspaceId: string }>()(({ db, p }) =>
  db
    .selectFrom('members')
    .innerJoin('users', 'users.id', 'members.user_id')
    .select(users.select('id', 'name', 'email'))
    .where('members.workspace_id', '=', p.workspaceId)
    .orderBy('users.id'),
);

export const findMember = query<Omit<Member, 'createdAt'>>()(({ db, p }) =>
  db
    .selectFrom('members')
    .innerJoin('workspaces', 'workspaces.id', 'members.workspace_id')
    .select(workspaces.select('suspendedAt'))
    .where('members.user_id', '=', p.userId)
    .where('members.workspace_id', '=', p.workspaceId),
);

/** In the order of their creation. `lastSeq` is null without events. */
export const listWorkspacesOf = query<{ userId: string }>()(({ db, p }) =>
  db
    .selectFrom('members')
    .innerJoin('workspaces', 'workspaces.id', 'members.workspace_id')
    .leftJoin('event_streams', 'event_streams.workspace_id', 'workspaces.id')
    .select(workspaces.select('id', 'name', 'suspendedAt'))
    .select('event_streams.last_seq as lastSeq')
    .where('members.user_id', '=', p.userId)
    .orderBy('workspaces.id'),
);

/** Workspaces without members: created by command before the first account. */
export const listUnownedWorkspaces = query<object>()(({ db }) =>
  db
    .selectFrom('workspaces')
    .leftJoin('members', 'members.workspace_id', 'workspaces.id')
    .select(workspaces.select())
    .where('members.user_id', 'is', null)
    .orderBy('workspaces.id'),
);
