/**
 * An operator suspends a workspace: its keys and sessions are refused, and its webhooks wait. Its zones
 * stay published, and renewals and other jobs go on, so nothing is lost by it.
 */
import { Refusal } from '../base/errors.ts';
import { newId } from '../base/ids.ts';
import { noChange } from '../changes/change.ts';
import { changeWork, ofWorkspace } from '../changes/persist.ts';
import { findSuspension } from '../storage/queries/workspaces/workspaces.ts';
import { update } from '../storage/row-write.ts';
import type { HostmasterReader } from '../storage/schema.ts';
import { workspaces } from '../storage/tables/workspaces/workspaces.ts';
import { operatorActor } from './actor.ts';
import { requireWorkspace } from './workspaces.ts';

/** False when the workspace is in that state already. */
export function setSuspension(change: {
  readonly workspaceId: string;
  readonly isSuspended: boolean;
  readonly reason: string | null;
  /** Calendar time. */
  readonly at: number;
}) {
  const { workspaceId: id, isSuspended, reason, at } = change;
  return changeWork({
    ...ofWorkspace(id, 'alone'),
    load: (reader) => requireWorkspace(reader, id),
    decide({ suspendedAt }) {
      if ((suspendedAt !== null) === isSuspended) return { answer: false, change: noChange };
      const changed = { suspendedAt: isSuspended ? at : null };
      return {
        answer: true,
        change: {
          rows: [update(workspaces, { id, suspendedAt }, changed)],
          // Requests that wait for events end with a refusal.
          announce: [{ kind: 'events-added', workspaceId: id }],
          facts: [
            {
              id: newId('act'),
              at,
              actor: operatorActor(id),
              fact: {
                kind: isSuspended ? 'workspace.suspend' : 'workspace.resume',
                workspaceId: id,
                ...(reason === null ? {} : { reason }),
              },
            },
          ],
        },
      };
    },
  });
}

/** For a request that has waited: its workspace may have been suspended meanwhile. */
export async function requireActive(reader: HostmasterReader, id: string): Promise<void> {
  if (await isSuspended(reader, id)) throw workspaceSuspended();
}

export async function isSuspended(reader: HostmasterReader, id: string): Promise<boolean> {
  return (await reader.first(findSuspension, { id }))?.suspendedAt != null;
}

export function workspaceSuspended(): Refusal {
  return new Refusal(
    'workspace_suspended',
    'This workspace is suspended. Contact the operator of this service.',
  );
}
