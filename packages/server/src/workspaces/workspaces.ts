/** Workspaces: an isolated group of domains and keys with one balance. */
import { formats } from '@hostmaster/contract/formats';
import { newId } from '../base/ids.ts';
import type { Decided } from '../changes/persist.ts';
import { happened } from '../facts/fact.ts';
import { accountRows } from '../ledger/ledger-accounts.ts';
import { topUp } from '../ledger/ledger-entry.ts';
import {
  findAnyWorkspace,
  findWorkspaceById,
  listWorkspacesNamed,
} from '../storage/queries/workspaces/workspaces.ts';
import { insert, update } from '../storage/row-write.ts';
import type { HostmasterReader } from '../storage/schema.ts';
import { type Workspace, workspaces } from '../storage/tables/workspaces/workspaces.ts';
import { type Actor, operatorActor, ownerGrant, userActor } from './actor.ts';

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

export function newWorkspace(input: NewWorkspace): Decided<{ id: string; name: string }> {
  const { name, at, creditCents } = input;
  const id = newId('ws');
  const actor =
    input.userId === undefined ? operatorActor(id) : userActor(input.userId, id, ownerGrant);
  const opening = { workspaceId: id, amountCents: creditCents, reason: 'Opening credits', at };
  const row = {
    id,
    name,
    email: input.email,
    createdAt: at,
    pendingEmail: input.pendingEmail ?? null,
    suspendedAt: null,
    secondFactorFrom: null,
    deletedAt: null,
  };
  return {
    answer: { id, name },
    change: {
      rows: [insert(workspaces, row), ...accountRows(id)],
      ledger: creditCents > 0 ? [topUp(opening)] : [],
      facts: [
        {
          id: newId('act'),
          at,
          actor,
          fact: { kind: 'workspace.create', workspaceId: id, name },
        },
      ],
    },
  };
}

/** Changes name and notice addresses; what is absent stays as it is. */
export function changeWorkspace(
  call: { readonly actor: Actor; readonly now: number; readonly operationId: string },
  before: Workspace,
  changes: Partial<Pick<Workspace, 'name' | 'email' | 'pendingEmail'>>,
): Decided<Workspace> {
  const after = { ...before, ...changes };
  const { id, name, email, pendingEmail } = after;
  return {
    answer: after,
    change: {
      rows: [update(workspaces, { id }, { name, email, pendingEmail })],
      facts: [
        happened(call, {
          kind: 'workspace.update',
          workspaceId: id,
          name,
          email,
          ...(pendingEmail === null ? {} : { pendingEmail }),
        }),
      ],
    },
  };
}

export function findWorkspace(
  reader: HostmasterReader,
  id: string,
): Promise<Workspace | undefined> {
  return reader.first(findWorkspaceById, { id });
}

/** The workspace of a member or key, which cannot be missing. */
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
