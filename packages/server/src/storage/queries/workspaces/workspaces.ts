/** Workspaces, also with their balance. */
import { type QueryContext, query } from '../../schema.ts';
import { workspaces } from '../../tables/workspaces/workspaces.ts';

/** Workspaces of a user that wait for the confirmation of this address. */
export const listPendingWorkspaces = query<{
  userId: string;
  email: string;
  after: string;
  limit: number;
}>({ page: 500 })(({ db, p }) =>
  db
    .selectFrom('workspaces')
    .innerJoin('members', 'members.workspace_id', 'workspaces.id')
    .select(workspaces.select())
    .where('members.user_id', '=', p.userId)
    .where('workspaces.pending_email', '=', p.email)
    .where('workspaces.id', '>', p.after)
    .orderBy('workspaces.id')
    .limit(p.limit),
).by({ after: '' }, ({ id }) => ({ after: id }));

export const findWorkspaceById = query<{ id: string }>('one')(({ db, p }) =>
  db.selectFrom('workspaces').select(workspaces.select()).where('id', '=', p.id),
);

/** Several workspaces may have one name. */
export const listWorkspacesNamed = query<{ name: string; limit: number }>({ page: 10 })(
  ({ db, p }) =>
    db
      .selectFrom('workspaces')
      .select(workspaces.select())
      .where('name', '=', p.name)
      .where('deleted_at', 'is', null)
      .orderBy('id')
      .limit(p.limit),
);

export const findAnyWorkspace = query<object>('one')(({ db }) =>
  db.selectFrom('workspaces').select('id').limit(1),
);

export const findSuspension = query<{ id: string }>('one')(({ db, p }) =>
  db.selectFrom('workspaces').select(workspaces.select('suspendedAt')).where('id', '=', p.id),
);

export const findWorkspaceEmail = query<{ id: string }>('one')(({ db, p }) =>
  db.selectFrom('workspaces').select('email').where('id', '=', p.id),
);

export const findWorkspaceWithBalance = query<{ id: string }>('one')((context) =>
  withBalance(context).where('workspaces.id', '=', context.p.id),
);

export const listWorkspacesWithBalance = query<{ after: string; limit: number }>({ page: 1_000 })(
  (context) =>
    withBalance(context)
      .where('workspaces.id', '>', context.p.after)
      .orderBy('workspaces.id')
      .limit(context.p.limit),
).by({ after: '' }, ({ id }) => ({ after: id }));

function withBalance({ db }: Pick<QueryContext<object>, 'db'>) {
  return db
    .selectFrom('workspaces')
    .innerJoin('accounts', 'accounts.workspace_id', 'workspaces.id')
    .select([...workspaces.select(), 'accounts.balance_cents as balanceCents']);
}
