/** The second step of signing in: a session begins with the code of a second factor. */
import { Refusal } from '../../base/errors.ts';
import { combine } from '../../changes/change.ts';
import { findUser } from '../../storage/queries/people/users.ts';
import { identityOf, isTicketOf, userIdOf } from '../../users/sign-in-ticket.ts';
import { ofAccount, type VisitorCall } from './account-call.ts';
import { loadOwnWorkspaces, ownDeed } from './in-each-workspace.ts';
import { type EnteredSession, loadDevice, replaceSession } from './replace-session.ts';
import { beginCodeAttempt, loadSecondFactors, useCode } from './second-factor.ts';

export async function completeSignIn(
  call: VisitorCall,
  input: { readonly ticket: string; readonly code: string },
): Promise<EnteredSession> {
  const { services, now } = call;
  const { ticket, code } = input;
  const userId = userIdOf(ticket);
  services.throttle.tryLink(call.address);
  const attempt = await beginCodeAttempt(call, userId);
  const entered = await call.persist({
    ...ofAccount(userId),
    async load(reader) {
      const [user, factors, isKnownDevice, own] = await Promise.all([
        reader.first(findUser, { id: userId }),
        loadSecondFactors(reader, userId),
        loadDevice(reader, call, userId),
        loadOwnWorkspaces(reader, userId),
      ]);
      return { user, factors, isKnownDevice, own };
    },
    decide({ user, factors, isKnownDevice, own }) {
      const { secrets } = services.operations;
      if (user === undefined || !isTicketOf(secrets, { ticket, user, now })) {
        throw signInExpired();
      }
      attempt.count();
      const used = useCode(call, { user, factors, code });
      const begun = replaceSession(call, {
        user,
        isKnownDevice,
        isReported: true,
        factorAt: now,
        factor: used.factor,
        identity: identityOf(ticket),
      });
      const fact = { kind: 'member.sign_in', email: user.email } as const;
      const deed = ownDeed(call, own, fact, used.factor);
      return { answer: begun.answer, change: combine(used.change, begun.change, deed) };
    },
  });
  attempt.succeed();
  services.throttle.rightLink(call.address);
  return entered;
}

export function signInExpired(): Refusal {
  return new Refusal('sign_in_expired', 'Your sign-in took too long. Enter your password again.');
}
