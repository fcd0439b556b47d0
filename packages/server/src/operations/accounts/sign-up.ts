/**
 * Sign-up by a mailed link. The link proves the address; name and password are chosen by the person
 * who opens it, never by the one who asked for it.
 */
import { createOwnWorkspace } from '../../accounts/create-own-workspace.ts';
import { createLink, linkExpired } from '../../accounts/link-tokens.ts';
import { normaliseEmail } from '../../accounts/users.ts';
import { Refusal } from '../../base/errors.ts';
import { confirmSignUp } from '../../mail/account-notices.ts';
import { postPersonalMail } from '../../mail/outbox.ts';
import { findUserByEmail } from '../../storage/queries/users.ts';
import type { VisitorCall } from './account-call.ts';
import { noticeToHolder } from './confirm-email.ts';
import { createUserByLink, workspaceNameOf } from './new-user.ts';
import { openLink } from './open-link.ts';
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
  if (!services.throttle.mayMail(email, 'sign-up')) return;
  await call.transact(async (tx) => {
    const user = await tx.first(findUserByEmail, { email });
    const token = await createLink(tx, { kind: 'sign_up', payload: { email }, now });
    const notice =
      user === undefined
        ? confirmSignUp(services, { token })
        : await noticeToHolder(tx, call, user);
    await postPersonalMail(tx, { recipient: email, at: now, notice });
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
    return async (tx, { payload: { email } }) => {
      if (email === undefined) throw linkExpired();
      // Thrown inside the transaction, so that the link can be used again with another password.
      requireStrength(password, [email, name]);
      const at = call.now;
      const person = { email, name, passwordHash, isEmailVerified: true, at };
      const user = await createUserByLink(tx, person);
      const { limits } = operations.rules;
      await createOwnWorkspace(tx, { user, name: workspaceNameOf(input), at, limits });
      return replaceSession(tx, call, { user, isExpected: true });
    };
  });
}

function requireOpen({ services }: VisitorCall): void {
  if (services.isSignUpOpen) return;
  throw new Refusal('sign_up_closed', 'This service does not accept new accounts.');
}
