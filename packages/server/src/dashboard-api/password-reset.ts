/** Password reset by a mailed link. Responses do not reveal whether an address has an account. */
import { createLink, useLink } from '../accounts/link-tokens.ts';
import { resetSessions } from '../accounts/reset-sessions.ts';
import { normaliseEmail } from '../accounts/users.ts';
import { chooseNewPassword, passwordChanged } from '../mail/account-notices.ts';
import { postPersonalMail } from '../mail/outbox.ts';
import { findUser, findUserByEmail, markVerified, setPassword } from '../storage/queries/users.ts';
import { confirmPendingAddresses, linkExpired } from './email-links.ts';
import type { Handlers } from './handler.ts';
import { requireStrength } from './password-strength.ts';
import { replaceSession, sendSession } from './session.ts';

export const passwordResetHandlers = {
  async requestPasswordReset(request, input) {
    const { services, now } = request;
    services.throttle.askForMail(request.address, 'reset');
    const email = normaliseEmail(input.email);
    const mayMail = services.throttle.mayMail(email, 'reset');
    await request.transact(async (tx) => {
      const user = await tx.first(findUserByEmail, { email });
      // Also without a user, so that the response time reveals nothing; such a link has no effect.
      const token = await createLink(tx, {
        kind: 'reset_password',
        ...(user === undefined ? {} : { userId: user.id }),
        now,
      });
      if (user === undefined || !mayMail) return;
      const notice = chooseNewPassword(services, { token });
      await postPersonalMail(tx, { recipient: user.email, at: now, notice });
    });
    return { success: true as const };
  },

  async resetPassword(request, input) {
    const { services, now } = request;
    services.throttle.tryLink(request.address);
    const passwordHash = await request.services.passwords.hash(input.password, request.address);
    const entered = await request.transact(async (tx) => {
      const link = await useLink(tx, { token: input.token, kinds: ['reset_password'], now });
      const user = link?.userId == null ? undefined : await tx.first(findUser, { id: link.userId });
      if (user === undefined) throw linkExpired();
      // Thrown inside the transaction, so that the link can be used again with another password.
      requireStrength(input.password, [user.email, user.name]);
      await tx.run(setPassword, { id: user.id, passwordHash });
      await tx.run(markVerified, { id: user.id, at: now });
      await confirmPendingAddresses(tx, request, user);
      await resetSessions(tx, user.id);
      const notice = passwordChanged(services);
      await postPersonalMail(tx, { recipient: user.email, at: now, notice });
      return replaceSession(tx, request, { user, isExpected: true });
    });
    services.throttle.rightLink(request.address);
    return sendSession(request, entered);
  },
} satisfies Partial<Handlers>;
