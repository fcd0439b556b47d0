/** Members of workspaces. */
import { query } from '../storage/schema.ts';

export const addMember = query<{ userId: string; workspaceId: string; at: number }>()(({ db, p }) =>
  db
    .insertInto('members')
    .values({ user_id: p.userId, workspace_id: p.workspaceId, created_at: p.at })
    .onConflict((conflict) => conflict.doNothing()),
);

export const removeMember = query<{ userId: string; workspaceId: string }>()(({ db, p }) =>
  db
    .deleteFrom('members')
    .where('user_id', '=', p.userId)
    .where('workspace_id', '=', p.workspaceId),
);

export const listMembers = query<{ workspaceId: string }>()(({ db, p }) =>
  db
    .selectFrom('members')
    .innerJoin('users', 'users.id', 'members.user_id')
    .select(['users.id', 'users.name', 'users.email'])
    .where('members.workspace_id', '=', p.workspaceId)
    .orderBy('users.id'),
);

export const findMember = query<{ userId: string; workspaceId: string }>()(({ db, p }) =>
  db
    .selectFrom('members')
    .select('workspace_id')
    .where('user_id', '=', p.userId)
    .where('workspace_id', '=', p.workspaceId),
);

/** In the order of their creation. */
export const listWorkspacesOf = query<{ userId: string }>()(({ db, p }) =>
  db
    .selectFrom('members')
    .innerJoin('workspaces', 'workspaces.id', 'members.workspace_id')
    .select(['workspaces.id', 'workspaces.name'])
    .where('members.user_id', '=', p.userId)
    .orderBy('workspaces.id'),
);

/** Workspaces without members: created by command before the first account. */
export const listUnownedWorkspaces = query<object>()(({ db }) =>
  db
    .selectFrom('workspaces')
    .leftJoin('members', 'members.workspace_id', 'workspaces.id')
    .select(['workspaces.id', 'workspaces.name', 'workspaces.email'])
    .where('members.user_id', 'is', null)
    .orderBy('workspaces.id'),
);
