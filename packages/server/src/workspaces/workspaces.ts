/** Workspaces: an isolated group of domains and keys with one balance. */
import { newId } from '../base/ids.ts';
import { openAccount, topUp } from '../ledger/ledger.ts';
import { type HostmasterReader, type HostmasterTx, query } from '../storage/schema.ts';
import { recordActivity } from './activity.ts';
import { operatorActor, userActor } from './actor.ts';

const insertWorkspace = query<{
  id: string;
  name: string;
  email: string | null;
  createdAt: number;
}>()(({ db, p }) =>
  db
    .insertInto('workspaces')
    .values({ id: p.id, name: p.name, email: p.email, created_at: p.createdAt }),
);

export const setWorkspaceEmail = query<{ id: string; email: string | null }>()(({ db, p }) =>
  db.updateTable('workspaces').set({ email: p.email }).where('id', '=', p.id),
);

export const updateWorkspace = query<{ id: string; name: string; email: string | null }>()(
  ({ db, p }) =>
    db.updateTable('workspaces').set({ name: p.name, email: p.email }).where('id', '=', p.id),
);

const findWorkspaceQuery = query<{ idOrName: string }>()(({ db, p }) =>
  db
    .selectFrom('workspaces')
    .selectAll()
    .where((eb) => eb.or([eb('id', '=', p.idOrName), eb('name', '=', p.idOrName)]))
    .orderBy('id')
    .limit(2),
);

const anyWorkspace = query<object>()(({ db }) => db.selectFrom('workspaces').select('id').limit(1));

const listWorkspacesQuery = query<object>()(({ db }) =>
  db
    .selectFrom('workspaces')
    .innerJoin('accounts', 'accounts.workspace_id', 'workspaces.id')
    .select([
      'workspaces.id',
      'workspaces.name',
      'workspaces.email',
      'workspaces.created_at',
      'accounts.balance_cents',
    ])
    .orderBy('workspaces.id'),
);

export interface NewWorkspace {
  readonly name: string;
  readonly email: string | null;
  readonly creditCents: number;
  readonly at: number;
  /** The person who makes it; without one it is an operator. */
  readonly userId?: string;
}

export async function createWorkspace(
  tx: HostmasterTx,
  input: NewWorkspace,
): Promise<{ id: string; name: string }> {
  const id = newId('ws');
  await tx.run(insertWorkspace, { id, name: input.name, email: input.email, createdAt: input.at });
  await openAccount(tx, id);
  const actor = input.userId === undefined ? operatorActor(id) : userActor(input.userId, id);
  await recordActivity(tx, {
    id: newId('act'),
    at: input.at,
    actor,
    action: 'workspace.create',
    subject: id,
    details: { name: input.name },
  });
  if (input.creditCents > 0) {
    await topUp(tx, {
      workspaceId: id,
      amountCents: input.creditCents,
      reason: 'Opening credits',
      at: input.at,
    });
  }
  return { id, name: input.name };
}

/** By id, or by name when only one workspace has it. */
export async function findWorkspace(reader: HostmasterReader, idOrName: string) {
  const found = await reader.all(findWorkspaceQuery, { idOrName });
  return (
    found.find((workspace) => workspace.id === idOrName) ??
    (found.length === 1 ? found[0] : undefined)
  );
}

export async function hasWorkspaces(reader: HostmasterReader): Promise<boolean> {
  return (await reader.first(anyWorkspace, {})) !== undefined;
}

export async function listWorkspaces(reader: HostmasterReader) {
  return reader.all(listWorkspacesQuery, {});
}
