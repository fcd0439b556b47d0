/** Open invitations. Those that have expired count for nothing and are deleted by a sweep. */
import { query } from '../../schema.ts';
import { invitations } from '../../tables/people/invitations.ts';

export const listInvitations = query<{
  workspaceId: string;
  now: number;
  after: string;
  limit: number;
}>({ page: 500 })(({ db, p }) =>
  db
    .selectFrom('invitations')
    .innerJoin('users', 'users.id', 'invitations.invited_by')
    .select(invitations.select('id', 'email', 'role', 'domainNames', 'sentAt', 'expiresAt'))
    .select('users.name as inviter')
    .where('invitations.workspace_id', '=', p.workspaceId)
    .where('invitations.expires_at', '>', p.now)
    .where('invitations.id', '>', p.after)
    .orderBy('invitations.id')
    .limit(p.limit),
)
  .decodedBy(invitations)
  .by({ after: '' }, ({ id }) => ({ after: id }));

export const countInvitations = query<{ workspaceId: string; now: number }>('one')(({ db, p }) =>
  db
    .selectFrom('invitations')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('workspace_id', '=', p.workspaceId)
    .where('expires_at', '>', p.now),
);

export const findInvitation = query<{ workspaceId: string; id: string }>('one')(({ db, p }) =>
  db
    .selectFrom('invitations')
    .select(invitations.select())
    .where('id', '=', p.id)
    .where('workspace_id', '=', p.workspaceId),
).decodedBy(invitations);

export const findInvitationTo = query<{ workspaceId: string; email: string }>('one')(({ db, p }) =>
  db
    .selectFrom('invitations')
    .select(invitations.select())
    .where('workspace_id', '=', p.workspaceId)
    .where('email', '=', p.email),
).decodedBy(invitations);

export const findInvitationByHash = query<{ tokenHash: string }>('one')(({ db, p }) =>
  db
    .selectFrom('invitations')
    .innerJoin('workspaces', 'workspaces.id', 'invitations.workspace_id')
    .leftJoin('users as inviter', 'inviter.id', 'invitations.invited_by')
    .leftJoin('users as holder', 'holder.email', 'invitations.email')
    .select(invitations.select())
    .select([
      'workspaces.name as workspaceName',
      'workspaces.suspended_at as suspendedAt',
      'inviter.name as inviterName',
      'holder.id as holderId',
    ])
    .where('invitations.token_hash', '=', p.tokenHash),
).decodedBy(invitations);

export const deleteOldInvitations = query<{ now: number }>()(({ db, p }) =>
  db.deleteFrom('invitations').where('expires_at', '<=', p.now),
);
