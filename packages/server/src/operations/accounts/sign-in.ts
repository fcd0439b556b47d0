/** Sign-in and sign-out. Refusals do not reveal whether an address has an account. */
import { normaliseEmail } from '../../accounts/users.ts';
import { Refusal } from '../../base/errors.ts';
import { findUserByEmail } from '../../storage/queries/users.ts';
import type { VisitorCall } from './account-call.ts';
import { type EnteredSession, endCurrentSession, replaceSession } from './replace-session.ts';
import { tryPassword } from './require-password.ts';

export async function signIn(
  call: VisitorCall,
  input: { readonly email: string; readonly password: string },
): Promise<EnteredSession> {
  const email = normaliseEmail(input.email);
  const user = await call.services.database.first(findUserByEmail, { email });
  const isRight = await tryPassword(call, { user, email, password: input.password });
  if (!isRight || user === undefined) {
    throw new Refusal('wrong_credentials', 'Incorrect email address or password.');
  }
  return call.transact((tx) => replaceSession(tx, call, { user }));
}

export async function signOut(call: VisitorCall): Promise<void> {
  if (call.session === null) return;
  await call.transact((tx) => endCurrentSession(tx, call));
}
