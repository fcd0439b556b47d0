/** Which users belong to which workspaces. */
import { query } from '../../schema.ts';
import { members } from '../../tables/people/members.ts';
import { users } from '../../tables/people/users.ts';
import { workspaces } from '../../tables/workspaces/workspaces.ts';

export const listMembers = query<{ workspaceId: string; after: string; limit: number }>({
  page: 500,
})(({ db, p }) =>
  db
    .selectFrom('members')
    .innerJoin('users', 'users.id', 'members.user_id')
    .select(users.select('id', 'name', 'email'))
    .select(members.select('role', 'domainNames', 'createdAt'))
    .where('members.workspace_id', '=', p.workspaceId)
    .where('users.id', '>', p.after)
    .orderBy('users.id')
    .limit(p.limit),
)
  .decodedBy(members)
  .by({ after: '' }, ({ id }) => ({ after: id }));

/** Which second factors members have; null where they have none of a kind. */
export const listMemberFactors = query<{ workspaceId: string; after: string; limit: number }>({
  page: 500,
})(({ db, p }) =>
  db
    .selectFrom('members')
    .select('members.user_id as id')
    .select((eb) => [
      eb
        .selectFrom('totp_secrets')
        .select('totp_secrets.confirmed_at')
        .whereRef('totp_secrets.user_id', '=', 'members.user_id')
        .limit(1)
        .as('totpConfirmedAt'),
      eb
        .selectFrom('passkeys')
        .select('passkeys.id')
        .whereRef('passkeys.user_id', '=', 'members.user_id')
        .limit(1)
        .as('passkeyId'),
    ])
    .where('members.workspace_id', '=', p.workspaceId)
    .where('members.user_id', '>', p.after)
    .orderBy('members.user_id')
    .limit(p.limit),
).by({ after: '' }, ({ id }) => ({ after: id }));

export const findFirstMember = query<{ workspaceId: string }>('one')(({ db, p }) =>
  db
    .selectFrom('members')
    .select('members.user_id as id')
    .where('members.workspace_id', '=', p.workspaceId)
    .orderBy('members.user_id')
    .limit(1),
);

export const countOwners = query<{ workspaceId: string }>('one')(({ db, p }) =>
  db
    .selectFrom('members')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('workspace_id', '=', p.workspaceId)
    .where('role', '=', 'owner'),
);

export const findMember = query<{ userId: string; workspaceId: string }>('one')(({ db, p }) =>
  db
    .selectFrom('members')
    .innerJoin('workspaces', 'workspaces.id', 'members.workspace_id')
    .select(workspaces.select('suspendedAt', 'secondFactorFrom'))
    .select(members.select('role', 'domainNames'))
    .where('members.user_id', '=', p.userId)
    .where('members.workspace_id', '=', p.workspaceId),
).decodedBy(members);

export const findNamedMember = query<{ userId: string; workspaceId: string }>('one')(({ db, p }) =>
  db
    .selectFrom('members')
    .innerJoin('users', 'users.id', 'members.user_id')
    .select(users.select('id', 'name', 'email'))
    .where('members.user_id', '=', p.userId)
    .where('members.workspace_id', '=', p.workspaceId),
);

export const findMemberByEmail = query<{ workspaceId: string; email: string }>('one')(({ db, p }) =>
  db
    .selectFrom('members')
    .innerJoin('users', 'users.id', 'members.user_id')
    .select('users.id')
    .where('users.email', '=', p.email)
    .where('members.workspace_id', '=', p.workspaceId),
);

/** The other owners of all workspaces of a user. */
export const listOwnersBeside = query<{ userId: string; after: string; limit: number }>({
  page: 500,
})(({ db, p }) =>
  db
    .selectFrom('users')
    .select(users.select('id', 'email', 'emailVerifiedAt'))
    .where('users.id', '>', p.after)
    .where('users.id', '!=', p.userId)
    .where((eb) =>
      eb.exists(
        eb
          .selectFrom('members as owner')
          .innerJoin('members as own', 'own.workspace_id', 'owner.workspace_id')
          .select('owner.user_id')
          .whereRef('owner.user_id', '=', 'users.id')
          .where('owner.role', '=', 'owner')
          .where('own.user_id', '=', p.userId),
      ),
    )
    .orderBy('users.id')
    .limit(p.limit),
).by({ after: '' }, ({ id }) => ({ after: id }));

/** In the order of their creation. `lastSeq` is null without events. */
export const listWorkspacesOf = query<{ userId: string; after: string; limit: number }>({
  page: 500,
})(({ db, p }) =>
  db
    .selectFrom('members')
    .innerJoin('workspaces', 'workspaces.id', 'members.workspace_id')
    .leftJoin('event_streams', 'event_streams.workspace_id', 'workspaces.id')
    .select(workspaces.select('id', 'name', 'suspendedAt', 'secondFactorFrom'))
    .select(members.select('role', 'domainNames'))
    .select('event_streams.last_seq as lastSeq')
    .where('members.user_id', '=', p.userId)
    .where('workspaces.id', '>', p.after)
    .orderBy('workspaces.id')
    .limit(p.limit),
)
  .decodedBy(members)
  .by({ after: '' }, ({ id }) => ({ after: id }));

/** Workspaces without members that were not deleted: created by command before the first account. */
export const listUnownedWorkspaces = query<{ after: string; limit: number }>({ page: 500 })(
  ({ db, p }) =>
    db
      .selectFrom('workspaces')
      .leftJoin('members', 'members.workspace_id', 'workspaces.id')
      .select(workspaces.select())
      .where('members.user_id', 'is', null)
      .where('workspaces.deleted_at', 'is', null)
      .where('workspaces.id', '>', p.after)
      .orderBy('workspaces.id')
      .limit(p.limit),
).by({ after: '' }, ({ id }) => ({ after: id }));
