/** Workspaces, also with their balance. */
import { type QueryContext, query } from '../schema.ts';
import { type Workspace, workspaces } from '../tables/workspaces.ts';

export const insertWorkspace = query<Workspace>()(({ db, p }) =>
  db.insertInto('workspaces').values(workspaces.values(p)),
);

export const setWorkspaceEmail = query<Pick<Workspace, 'id' | 'email'>>()(({ db, p }) =>
  db
    .updateTable('workspaces')
    .set(workspaces.set({ email: p.email }))
    .where('id', '=', p.id),
);

export const updateWorkspace = query<Pick<Workspace, 'id' | 'name' | 'email'>>()(({ db, p }) =>
  db
    .updateTable('workspaces')
    .set(workspaces.set({ name: p.name, email: p.email }))
    .where('id', '=', p.id),
);

/** At most two: enough to see that a name is ambiguous. */
export const listWorkspacesNamed = query<{ idOrName: string }>()(({ db, p }) =>
  db
    .selectFrom('workspaces')
    .select(workspaces.select())
    .where((eb) => eb.or([eb('id', '=', p.idOrName), eb('name', '=', p.idOrName)]))
    .orderBy('id')
    .limit(2),
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
