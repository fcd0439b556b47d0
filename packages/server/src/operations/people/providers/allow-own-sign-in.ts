/** An operator lets a person sign in without the provider that is otherwise the only way, for a day. */
import { dayMs } from '@hostmaster/contract/durations';
import { loadList } from '@hostmaster/storage';
import { isoTime } from '../../../base/iso-time.ts';
import { combine } from '../../../changes/change.ts';
import { changeWork } from '../../../changes/persist.ts';
import { passwordAllowed } from '../../../notices/account-notices.ts';
import { listWorkspacesOf } from '../../../storage/queries/people/members.ts';
import { update } from '../../../storage/row-write.ts';
import { type User, users } from '../../../storage/tables/people/users.ts';
import { operatorActor } from '../../../workspaces/actor.ts';
import { ofAccount } from '../account-call.ts';
import { inEach } from '../in-each-workspace.ts';
import { noticeTo } from '../second-factor.ts';

/** Answers with the end of the time. Second factors stay as they are. */
export function allowOwnSignIn(
  call: { readonly publicUrl: string; readonly at: number; readonly machineNow: number },
  { user, reason }: { readonly user: User; readonly reason: string },
) {
  const { id: userId, email } = user;
  const passwordUntil = call.machineNow + dayMs;
  return changeWork({
    ...ofAccount(userId),
    load: (reader) => loadList(reader, listWorkspacesOf, { userId }),
    decide(workspaces) {
      const by = workspaces.map(({ id }) => ({ actor: operatorActor(id) }));
      const until = isoTime(passwordUntil);
      const fact = { kind: 'member.allow_password', email, reason, until } as const;
      return {
        answer: passwordUntil,
        change: combine(
          { rows: [update(users, { id: userId }, { passwordUntil })] },
          inEach(by, { at: call.at, fact }),
          noticeTo({ now: call.machineNow }, user, passwordAllowed(call, { until: passwordUntil })),
        ),
      };
    },
  });
}
