/** An owner or an operator deletes a workspace that has no domains and no credits. */
import { invalidRequest } from '../../base/errors.ts';
import { noChange } from '../../changes/change.ts';
import { changeWork, ofWorkspace } from '../../changes/persist.ts';
import type { NoticeLinks } from '../../notices/notices.ts';
import type { Actor } from '../../workspaces/actor.ts';
import { deletionOf, loadDeletion, requireDeletable } from '../../workspaces/workspace-deletion.ts';

/** False when it was deleted before. */
export function deleteWorkspace(
  call: {
    readonly actor: Actor;
    /** Calendar time. */
    readonly at: number;
    readonly machineNow: number;
    readonly links: NoticeLinks;
  },
  /** What a person typed, or why the operator does it. */
  by: { readonly confirm: string } | { readonly reason: string },
) {
  const { actor, machineNow: now } = call;
  const { workspaceId } = actor;
  return changeWork({
    ...ofWorkspace(workspaceId, 'alone'),
    load: (reader) => loadDeletion(reader, { workspaceId, now }),
    decide(found) {
      const { name, deletedAt } = found.workspace;
      if (deletedAt !== null) return { answer: false, change: noChange };
      if ('confirm' in by && by.confirm.trim() !== name) {
        throw invalidRequest({ path: 'confirm', message: 'must be the name of the workspace' });
      }
      requireDeletable(found);
      const reason = 'reason' in by ? { reason: by.reason } : {};
      return { answer: true, change: deletionOf(found, { ...call, ...reason }) };
    },
  });
}
