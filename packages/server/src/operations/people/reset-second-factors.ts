/** An operator removes the second factors of a person who has lost all of them. */
import { loadList } from '@hostmaster/storage';
import { newId } from '../../base/ids.ts';
import { combine } from '../../changes/change.ts';
import { changeWork } from '../../changes/persist.ts';
import { secondFactorChanged } from '../../notices/account-notices.ts';
import { listWorkspacesOf } from '../../storage/queries/people/members.ts';
import type { User } from '../../storage/tables/people/users.ts';
import { recoveryEnd } from '../../users/recoveries.ts';
import { operatorActor } from '../../workspaces/actor.ts';
import { ofAccount } from './account-call.ts';
import { factorRemovals, hasSecondFactor, loadSecondFactors, noticeTo } from './second-factor.ts';

/**
 * All sessions end; the password is enough until the person sets up a new factor. The activity of each of
 * their workspaces has the reason. Answers false when there is nothing to remove.
 */
export function resetSecondFactors(
  call: { readonly publicUrl: string; readonly at: number; readonly machineNow: number },
  { user, reason }: { readonly user: User; readonly reason: string },
) {
  const { id: userId, email } = user;
  return changeWork({
    ...ofAccount(userId),
    async load(reader) {
      const [factors, workspaces] = await Promise.all([
        loadSecondFactors(reader, userId),
        loadList(reader, listWorkspacesOf, { userId }),
      ]);
      return { factors, workspaces };
    },
    decide({ factors, workspaces }) {
      if (!hasSecondFactor(factors)) return { answer: false, change: {} };
      const removed = [...factorRemovals(userId), ...recoveryEnd(userId)];
      const facts = workspaces.map(({ id }) => ({
        id: newId('act'),
        at: call.at,
        actor: operatorActor(id),
        fact: { kind: 'member.reset_second_factors' as const, email, reason },
      }));
      const notice = secondFactorChanged(call, { change: 'reset-by-operator' });
      return {
        answer: true,
        change: combine({ rows: removed, facts }, noticeTo({ now: call.machineNow }, user, notice)),
      };
    },
  });
}
