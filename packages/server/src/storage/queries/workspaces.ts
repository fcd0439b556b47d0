/** Workspaces, also with their balance. */
import { type QueryContext, query } from '../schema.ts';
import { type Workspace, workspaces } from '../tables/workspaces.ts';

export const insertWorkspace = query<Workspace>()(({ db, p }) =>
  db.insertInto('workspaces').values(workspaces.values(p)),
);

export const updateWorkspace = query<Pick<Workspace, 'id' | 'name' | 'email' | 'pendingEmail'>>()(
  ({ db, p }) =>
    db
      .updateTable('workspaces')
      .set(workspaces.set({ name: p.name, email: p.email, pendingEmail: p.pendingEmail }))
      .where('id', '=', p.id),
);

/** In all workspaces of a user, an address that the user has confirmed replaces the previous one. */
export const confirmPendingEmails = query<{ userId: string; email: string }>()(({ db, p }) =>
  db
    .updateTable('workspaces')
    .set(workspaces.set({ email: p.email, pendingEmail: null }))
    .where('pending_email', '=', p.email)
    .where('id', 'in', ({ selectFrom }) =>
      selectFrom('members').select('members.workspace_id').where('members.user_id', '=', p.userId),
    ),
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

/** Changes no row when it is suspended, or not, already. */
export const suspendWorkspace = query<{ id: string; at: number }>()(({ db, p }) =>
  db
    .updateTable('workspaces')
    .set(workspaces.set({ suspendedAt: p.at }))
    .where('id', '=', p.id)
    .where('suspended_at', 'is', null),
);

export const resumeWorkspace = query<{ id: string }>()(({ db, p }) =>
  db
    .updateTable('workspaces')
    .set(workspaces.set({ suspendedAt: null }))
    .where('id', '=', p.id)
    .where('suspended_at', 'is not', null),
);

export const findAnyWorkspace = query<object>()(({ db }) =>
  db.selectFrom('workspaces').select('id').limit(1),
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
