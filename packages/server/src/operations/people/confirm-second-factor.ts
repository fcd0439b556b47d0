/** A user gives the second factor again; it counts for a short time for changes that need it. */
import { combine } from '../../changes/change.ts';
import { update } from '../../storage/row-write.ts';
import { sessions } from '../../storage/tables/people/sessions.ts';
import { recoveryEnd } from '../../users/recoveries.ts';
import { type AccountCall, ofAccount } from './account-call.ts';
import { loadOwnUser } from './own-user.ts';
import {
  beginCodeAttempt,
  hasSecondFactor,
  loadSecondFactors,
  noSecondFactor,
  useCode,
} from './second-factor.ts';

export async function confirmSecondFactor(call: AccountCall, code: string): Promise<void> {
  const user = await loadOwnUser(call);
  const attempt = await beginCodeAttempt(call, user.id);
  await call.persist({
    ...ofAccount(user.id),
    load: (reader) => loadSecondFactors(reader, user.id),
    decide(factors) {
      if (!hasSecondFactor(factors)) throw noSecondFactor();
      attempt.count();
      const { factor, change: used } = useCode(call, { user, factors, code });
      const given = update(sessions, { id: call.sessionId }, { factorAt: call.now, factor });
      const change = combine(used, { rows: [given, ...recoveryEnd(user.id)] });
      return { answer: undefined, change };
    },
  });
  attempt.succeed();
}
