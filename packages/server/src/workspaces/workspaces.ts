/** Workspaces: an isolated group of domains and keys with one balance. */
import { newId } from '../base/ids.ts';
import { openAccount, topUp } from '../ledger/ledger.ts';
import {
  findAnyWorkspace,
  insertWorkspace,
  listWorkspacesNamed,
  updateWorkspace,
} from '../storage/queries/workspaces.ts';
import type { HostmasterReader, HostmasterTx } from '../storage/schema.ts';
import type { Workspace } from '../storage/tables/workspaces.ts';
import { recordActivity } from './activity.ts';
import { type Actor, operatorActor, userActor } from './actor.ts';

export interface NewWorkspace {
  readonly name: string;
  readonly email: string | null;
  readonly creditCents: number;
  readonly at: number;
  /** The user who creates it; absent when an operator does. */
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

/** Changes name and notice address; what is absent stays as it is. */
export async function renameWorkspace(
  tx: HostmasterTx,
  call: { readonly actor: Actor; readonly now: number; readonly operationId: string },
  input: { readonly name?: string | undefined; readonly email?: string | null | undefined },
): Promise<Pick<Workspace, 'id' | 'name' | 'email'>> {
  const { workspaceId: id } = call.actor;
  const before = await findWorkspace(tx, id);
  if (before === undefined) throw new Error(`The workspace ${id} does not exist.`);
  const name = input.name?.trim() ?? before.name;
  const email = input.email === undefined ? before.email : (input.email?.trim() ?? null);
  await tx.run(updateWorkspace, { id, name, email });
  await recordActivity(tx, {
    id: call.operationId,
    at: call.now,
    actor: call.actor,
    action: 'workspace.update',
    subject: id,
    details: { name, email },
  });
  return { id, name, email };
}

/** By id, or by name when only one workspace has it. */
export async function findWorkspace(
  reader: HostmasterReader,
  idOrName: string,
): Promise<Workspace | undefined> {
  const found = await reader.all(listWorkspacesNamed, { idOrName });
  return (
    found.find((workspace) => workspace.id === idOrName) ??
    (found.length === 1 ? found[0] : undefined)
  );
}

export async function hasWorkspaces(reader: HostmasterReader): Promise<boolean> {
  return (await reader.first(findAnyWorkspace, {})) !== undefined;
}
