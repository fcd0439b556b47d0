/** An owner requires a second factor of all members from a date on, or no longer. */
import { dayMs } from '@hostmaster/contract/durations';
import { invalidRequest } from '../../base/errors.ts';
import { isoTimeOrNull } from '../../base/iso-time.ts';
import { noChange } from '../../changes/change.ts';
import { changeWork, ofWorkspace } from '../../changes/persist.ts';
import { happened } from '../../facts/fact.ts';
import { update } from '../../storage/row-write.ts';
import { workspaces } from '../../storage/tables/workspaces/workspaces.ts';
import { factorMissing } from '../../workspaces/required-factor.ts';
import { requireWorkspace } from '../../workspaces/workspaces.ts';
import type { Call } from '../operation.ts';
import { hasSecondFactor, loadSecondFactors } from '../people/second-factor.ts';

const noticeMsMax = 366 * dayMs;

/** `from` is calendar time. The owner needs a second factor too, and would be the first without access. */
export function requireSecondFactor(call: Call, { from }: { readonly from: number | null }) {
  const { actor, now } = call;
  const { workspaceId } = actor;
  return changeWork({
    ...ofWorkspace(workspaceId),
    async load(reader) {
      const [workspace, factors] = await Promise.all([
        requireWorkspace(reader, workspaceId),
        loadSecondFactors(reader, actor.id),
      ]);
      return { workspace, factors };
    },
    decide({ workspace, factors }) {
      if (from !== null && from > now + noticeMsMax) {
        throw invalidRequest({ path: 'from', message: 'Choose a date within the next year.' });
      }
      if (from !== null && !hasSecondFactor(factors)) {
        throw factorMissing('Set up two-factor authentication for your own account first.');
      }
      if (from === workspace.secondFactorFrom) return { answer: undefined, change: noChange };
      return {
        answer: undefined,
        change: {
          rows: [update(workspaces, { id: workspaceId }, { secondFactorFrom: from })],
          facts: [
            happened(call, {
              kind: 'workspace.second_factor',
              workspaceId,
              from: isoTimeOrNull(from),
            }),
          ],
        },
      };
    },
  });
}
