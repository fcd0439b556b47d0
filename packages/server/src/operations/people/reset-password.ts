/** Password reset by a mailed link. Responses do not reveal whether an address has an account. */
import { loadList } from '@hostmaster/storage';
import { once } from '../../base/once.ts';
import { combine, noChange } from '../../changes/change.ts';
import { chooseNewPassword, passwordChanged } from '../../notices/account-notices.ts';
import { personalMail } from '../../notices/new-mail.ts';
import { findUser, findUserByEmail } from '../../storage/queries/people/users.ts';
import { listPendingWorkspaces } from '../../storage/queries/workspaces/workspaces.ts';
import { linkExpired, newLink } from '../../users/link-tokens.ts';
import { newPassword } from '../../users/new-password.ts';
import { normaliseEmail } from '../../users/users.ts';
import { ofAccount, type VisitorCall } from './account-call.ts';
import { afterPassword, loadSignIn, type SignInStep } from './after-password.ts';
import { confirmation } from './confirm-email.ts';
import { ownDeed } from './in-each-workspace.ts';
import { confirmPendingAddresses } from './notice-address.ts';
import { openLink } from './open-link.ts';
import { requireOwnSignIn } from './own-sign-in.ts';
import { requireStrength } from './password-strength.ts';

export async function requestPasswordReset(
  call: VisitorCall,
  input: { readonly email: string },
): Promise<void> {
  const { services, now } = call;
  services.throttle.askForMail(call.address, 'reset');
  const email = normaliseEmail(input.email);
  const holder = await services.database.first(findUserByEmail, { email });
  await requireOwnSignIn(call, { email, passwordUntil: holder?.passwordUntil ?? null });
  const mayMail = services.throttle.mayMail(email, 'reset');
  const mayConfirm = once(() => services.throttle.mayMail(email, 'verification'));
  await call.persist({
    ...ofAccount(email),
    load: (reader) => reader.first(findUserByEmail, { email }),
    decide(user) {
      // Also without a user, so that the response time reveals nothing; such a link has no effect.
      const { token, row } = newLink({
        kind: 'reset_password',
        ...(user === undefined ? {} : { userId: user.id }),
        now,
      });
      const rows = [row];
      if (user === undefined || !mayMail) return { answer: undefined, change: { rows } };
      // An address that was never confirmed may be a stranger's: it can be confirmed, nothing else.
      if (user.emailVerifiedAt === null) {
        const wanted = { user, kind: 'verify_email', email, holder: user } as const;
        const mailed = mayConfirm() ? confirmation(call, wanted) : noChange;
        return { answer: undefined, change: combine({ rows }, mailed) };
      }
      const notice = chooseNewPassword(services, { token });
      const mails = [personalMail({ cause: user.id, recipient: user.email, at: now, notice })];
      return { answer: undefined, change: { rows, mails } };
    },
  });
}

/** Does not replace a second factor. */
export async function resetPassword(
  call: VisitorCall,
  input: { readonly token: string; readonly password: string },
): Promise<SignInStep> {
  const { services, now } = call;
  const { token, password } = input;
  return openLink(call, { token, kinds: ['reset_password'] }, async () => {
    const passwordHash = await services.passwords.hash(password, call.address);
    return {
      async load(reader, { userId }) {
        const user = userId === null ? undefined : await reader.first(findUser, { id: userId });
        if (user === undefined) throw linkExpired();
        const { id, email } = user;
        await requireOwnSignIn(call, user, reader);
        const [waiting, signIn] = await Promise.all([
          loadList(reader, listPendingWorkspaces, { userId: id, email }),
          loadSignIn(reader, call, id),
        ]);
        return { user, waiting, signIn };
      },
      decide(_, { user, waiting, signIn }) {
        requireStrength(password, [user.email, user.name]);
        const emailVerifiedAt = user.emailVerifiedAt ?? now;
        const entered = afterPassword(call, { user: { ...user, passwordHash }, ...signIn });
        const notice = passwordChanged(services);
        const change = combine(
          { rows: newPassword(user.id, { passwordHash, emailVerifiedAt }) },
          confirmPendingAddresses(call, user.email, waiting),
          { mails: [personalMail({ cause: user.id, recipient: user.email, at: now, notice })] },
          ownDeed(call, signIn.own, { kind: 'member.reset_password', email: user.email }),
          entered.change,
        );
        return { answer: entered.answer, change };
      },
    };
  });
}
