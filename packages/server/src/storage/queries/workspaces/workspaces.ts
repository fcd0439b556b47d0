/** Workspaces, also with their balance. */
import { type QueryContext, query } from '../../schema.ts';
import { workspaces } from '../../tables/workspaces/workspaces.ts';

/** Workspaces of a user that wait for the confirmation of this address. */
export const listPendingWorkspaces = query<{ userId: string; email: string }>()(({ db, p }) =>
  db
    .selectFrom('workspaces')
    .innerJoin('members', 'members.workspace_id', 'workspaces.id')
    .select(workspaces.select())
    .where('members.user_id', '=', p.userId)
    .where('workspaces.pending_email', '=', p.email)
    .orderBy('workspaces.id'),
);

export const findWorkspaceById = query<{ id: string }>()(({ db, p }) =>
  db.selectFrom('workspaces').select(workspaces.select()).where('id', '=', p.id),
);

/** Several workspaces may have one name. */
export const listWorkspacesNamed = query<{ name: string; limit: number }>()(({ db, p }) =>
  db
    .selectFrom('workspaces')
    .select(workspaces.select())
    .where('name', '=', p.name)
    .orderBy('id')
    .limit(p.limit),
);

export const findAnyWorkspace = query<object>()(({ db }) =>
  db.selectFrom('workspaces').select('id').limit(1),
);

export const findSuspension = query<{ id: string }>()(({ db, p }) =>
  db.selectFrom('workspaces').select(workspaces.select('suspendedAt')).where('id', '=', p.id),
);

export const findWorkspaceEmail = query<{ id: string }>()(({ db, p }) =>
  db.selectFrom('workspaces').select('email').where('id', '=', p.id),
);

export const findWorkspaceWithBalance = query<{ id: string }>()((context) =>
  withBalance(context).where('workspaces.id', '=', context.p.id),
);

export const listWorkspacesWithBalance = query<object>()((context) =>
  withBalance(context).orderBy('workspaces.id'),
);

function withBalance({ db }: Pick<QueryContext<object>, 'db'>) {
  return db
    .selectFrom('workspaces')
    .innerJoin('accounts', 'accounts.workspace_id', 'workspaces.id')
    .select([...workspaces.select(), 'accounts.balance_cents as balanceCents']);
}
