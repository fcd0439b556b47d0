/**
 * An operator suspends a workspace: its keys and sessions are refused. Its zones stay published, and
 * renewals and jobs go on, so nothing is lost by it.
 */
import { Refusal } from '../base/errors.ts';
import { newId } from '../base/ids.ts';
import { resumeWorkspace, suspendWorkspace } from '../storage/queries/workspaces.ts';
import type { HostmasterTx } from '../storage/schema.ts';
import { recordFact } from './activity.ts';
import { operatorActor } from './actor.ts';

/** False when the workspace is in that state already. */
export async function setSuspension(
  tx: HostmasterTx,
  change: {
    readonly workspaceId: string;
    readonly isSuspended: boolean;
    readonly reason: string | null;
    /** Calendar time. */
    readonly at: number;
  },
): Promise<boolean> {
  const { workspaceId: id, isSuspended, reason, at } = change;
  const changed = isSuspended
    ? await tx.run(suspendWorkspace, { id, at })
    : await tx.run(resumeWorkspace, { id });
  if (changed === 0) return false;
  recordFact(tx, {
    id: newId('act'),
    at,
    actor: operatorActor(id),
    fact: {
      kind: isSuspended ? 'workspace.suspend' : 'workspace.resume',
      workspaceId: id,
      ...(reason === null ? {} : { reason }),
    },
  });
  return true;
}

export function workspaceSuspended(): Refusal {
  return new Refusal(
    'workspace_suspended',
    'This workspace is suspended. Contact the operator of this service.',
  );
}
