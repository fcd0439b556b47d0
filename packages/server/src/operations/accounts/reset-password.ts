/** Password reset by a mailed link. Responses do not reveal whether an address has an account. */
import { createLink, linkExpired } from '../../accounts/link-tokens.ts';
import { resetSessions } from '../../accounts/reset-sessions.ts';
import { normaliseEmail } from '../../accounts/users.ts';
import { chooseNewPassword, passwordChanged } from '../../mail/account-notices.ts';
import { postPersonalMail } from '../../mail/outbox.ts';
import {
  findUser,
  findUserByEmail,
  markVerified,
  setPassword,
} from '../../storage/queries/users.ts';
import type { VisitorCall } from './account-call.ts';
import { mailConfirmation } from './confirm-email.ts';
import { confirmPendingAddresses } from './notice-address.ts';
import { openLink } from './open-link.ts';
import { requireStrength } from './password-strength.ts';
import { type EnteredSession, replaceSession } from './replace-session.ts';

export async function requestPasswordReset(
  call: VisitorCall,
  input: { readonly email: string },
): Promise<void> {
  const { services, now } = call;
  services.throttle.askForMail(call.address, 'reset');
  const email = normaliseEmail(input.email);
  const mayMail = services.throttle.mayMail(email, 'reset');
  await call.transact(async (tx) => {
    const user = await tx.first(findUserByEmail, { email });
    // Also without a user, so that the response time reveals nothing; such a link has no effect.
    const token = await createLink(tx, {
      kind: 'reset_password',
      ...(user === undefined ? {} : { userId: user.id }),
      now,
    });
    if (user === undefined || !mayMail) return;
    // An address that was never confirmed may be a stranger's: it can be confirmed, nothing else.
    if (user.emailVerifiedAt === null) {
      await mailConfirmation(tx, call, { user, kind: 'verify_email', email });
      return;
    }
    const notice = chooseNewPassword(services, { token });
    await postPersonalMail(tx, { recipient: user.email, at: now, notice });
  });
}

export async function resetPassword(
  call: VisitorCall,
  input: { readonly token: string; readonly password: string },
): Promise<EnteredSession> {
  const { services, now } = call;
  const { token, password } = input;
  return openLink(call, { token, kinds: ['reset_password'] }, async () => {
    const passwordHash = await services.passwords.hash(password, call.address);
    return async (tx, { userId }) => {
      const user = userId === null ? undefined : await tx.first(findUser, { id: userId });
      if (user === undefined) throw linkExpired();
      // Thrown inside the transaction, so that the link can be used again with another password.
      requireStrength(password, [user.email, user.name]);
      await tx.run(setPassword, { id: user.id, passwordHash });
      await tx.run(markVerified, { id: user.id, at: now });
      await confirmPendingAddresses(tx, call, user);
      await resetSessions(tx, user.id);
      const notice = passwordChanged(services);
      await postPersonalMail(tx, { recipient: user.email, at: now, notice });
      return replaceSession(tx, call, { user, isExpected: true });
    };
  });
}
