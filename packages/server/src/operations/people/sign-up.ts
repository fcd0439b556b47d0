/**
 * Sign-up by a mailed link. The link proves the address; name and password are chosen by the person
 * who opens it, never by the one who asked for it.
 */

import { Refusal } from '../../base/errors.ts';
import { combine } from '../../changes/change.ts';
import { confirmSignUp } from '../../notices/account-notices.ts';
import { personalMail } from '../../notices/new-mail.ts';
import { findUserByEmail } from '../../storage/queries/people/users.ts';
import { insert } from '../../storage/row-write.ts';
import { users } from '../../storage/tables/people/users.ts';
import { createOwnWorkspace } from '../../users/create-own-workspace.ts';
import { linkExpired, newLink } from '../../users/link-tokens.ts';
import { normaliseEmail } from '../../users/users.ts';
import { ofAccount, type VisitorCall } from './account-call.ts';
import { noticeToHolder } from './confirm-email.ts';
import { newUserByLink, workspaceNameOf } from './new-user.ts';
import { openLink } from './open-link.ts';
import { requireOwnSignIn } from './own-sign-in.ts';
import { requireStrength } from './password-strength.ts';
import { type EnteredSession, replaceSession } from './replace-session.ts';

/** Mails the link. An address that has an account gets a notice; the response is the same. */
export async function requestSignUp(
  call: VisitorCall,
  input: { readonly email: string },
): Promise<void> {
  const { services, now } = call;
  requireOpen(call);
  services.throttle.askForMail(call.address, 'sign-up');
  const email = normaliseEmail(input.email);
  await requireOwnSignIn(call, { email, passwordUntil: null });
  if (!services.throttle.mayMail(email, 'sign-up')) return;
  await call.persist({
    ...ofAccount(email),
    load: (reader) => reader.first(findUserByEmail, { email }),
    decide(user) {
      const link = newLink({ kind: 'sign_up', payload: { email }, now });
      const { notice, rows } =
        user === undefined
          ? { notice: confirmSignUp(services, { token: link.token }), rows: [] }
          : noticeToHolder(call, user);
      const mails = [personalMail({ cause: user?.id ?? null, recipient: email, at: now, notice })];
      return { answer: undefined, change: { rows: [link.row, ...rows], mails } };
    },
  });
}

export async function completeSignUp(
  call: VisitorCall,
  input: {
    readonly token: string;
    readonly name: string;
    readonly password: string;
    readonly workspaceName?: string;
  },
): Promise<EnteredSession> {
  const { passwords, operations } = call.services;
  const { token, name, password } = input;
  requireOpen(call);
  return openLink(call, { token, kinds: ['sign_up'] }, async () => {
    const passwordHash = await passwords.hash(password, call.address);
    return {
      async load(reader, { payload }) {
        const email = normaliseEmail(payload.email ?? '');
        await requireOwnSignIn(call, { email, passwordUntil: null }, reader);
        return reader.first(findUserByEmail, { email });
      },
      decide({ payload: { email } }, holder) {
        if (email === undefined) throw linkExpired();
        requireStrength(password, [email, name]);
        const at = call.now;
        const person = { email, name, passwordHash, isEmailVerified: true, at };
        const user = newUserByLink(person, holder);
        const { limits } = operations.rules;
        const workspaceName = workspaceNameOf(input);
        const own = createOwnWorkspace({ user, owned: 0, name: workspaceName, at, limits });
        const entered = replaceSession(call, { user, isKnownDevice: false });
        const rows = [insert(users, user)];
        return {
          answer: entered.answer,
          change: combine({ rows }, own.change, entered.change),
        };
      },
    };
  });
}

function requireOpen({ services }: VisitorCall): void {
  if (services.isSignUpOpen) return;
  throw new Refusal('sign_up_closed', 'This service does not accept new accounts.');
}
