/** Workspaces: an isolated group of domains and keys with one balance. */
import { formats } from '@hostmaster/contract/formats';
import { newId } from '../base/ids.ts';
import { openAccount, topUp } from '../ledger/ledger.ts';
import {
  findAnyWorkspace,
  findWorkspaceById,
  insertWorkspace,
  listWorkspacesNamed,
  updateWorkspace,
} from '../storage/queries/workspaces.ts';
import type { HostmasterReader, HostmasterTx } from '../storage/schema.ts';
import type { Workspace } from '../storage/tables/workspaces.ts';
import { recordFact } from './activity.ts';
import { type Actor, operatorActor, userActor } from './actor.ts';

/** Shown when a name is ambiguous. */
const candidatesMax = 10;

export interface NewWorkspace {
  readonly name: string;
  /** A confirmed address for notices. */
  readonly email: string | null;
  /** An address that its owner has not confirmed. */
  readonly pendingEmail?: string | null;
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
  await tx.run(insertWorkspace, {
    id,
    name: input.name,
    email: input.email,
    createdAt: input.at,
    pendingEmail: input.pendingEmail ?? null,
    suspendedAt: null,
  });
  await openAccount(tx, id);
  const actor = input.userId === undefined ? operatorActor(id) : userActor(input.userId, id);
  recordFact(tx, {
    id: newId('act'),
    at: input.at,
    actor,
    fact: { kind: 'workspace.create', workspaceId: id, name: input.name },
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

/** Changes name and notice addresses; what is absent stays as it is. */
export async function changeWorkspace(
  tx: HostmasterTx,
  call: { readonly actor: Actor; readonly now: number; readonly operationId: string },
  change: Partial<Pick<Workspace, 'name' | 'email' | 'pendingEmail'>>,
): Promise<Workspace> {
  const { workspaceId: id } = call.actor;
  const before = await requireWorkspace(tx, id);
  const after = { ...before, ...change };
  const { name, email, pendingEmail } = after;
  await tx.run(updateWorkspace, { id, name, email, pendingEmail });
  recordFact(tx, {
    id: call.operationId,
    at: call.now,
    actor: call.actor,
    fact: {
      kind: 'workspace.update',
      workspaceId: id,
      name,
      email,
      ...(pendingEmail === null ? {} : { pendingEmail }),
    },
  });
  return after;
}

export function findWorkspace(
  reader: HostmasterReader,
  id: string,
): Promise<Workspace | undefined> {
  return reader.first(findWorkspaceById, { id });
}

/** Of a member or key: it cannot be missing. */
export async function requireWorkspace(reader: HostmasterReader, id: string): Promise<Workspace> {
  const workspace = await findWorkspace(reader, id);
  if (workspace === undefined) throw new Error(`The workspace ${id} does not exist.`);
  return workspace;
}

/**
 * The workspaces an operator may mean: text that begins like an id is never compared with names, and
 * several workspaces may have one name.
 */
export async function listCandidates(
  reader: HostmasterReader,
  idOrName: string,
): Promise<readonly Workspace[]> {
  if (!isWorkspaceName(idOrName)) {
    const found = await findWorkspace(reader, idOrName);
    return found === undefined ? [] : [found];
  }
  return reader.all(listWorkspacesNamed, { name: idOrName, limit: candidatesMax });
}

/** False for a blank name and for one that looks like a workspace's id. */
export function isWorkspaceName(name: string): boolean {
  return formats['workspace-name'].test(name);
}

export async function hasWorkspaces(reader: HostmasterReader): Promise<boolean> {
  return (await reader.first(findAnyWorkspace, {})) !== undefined;
}
