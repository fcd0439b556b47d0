/** Sign-in with a password. Refusals do not reveal whether an address has an account. */

import { Refusal } from '../../base/errors.ts';
import { findUserByEmail } from '../../storage/queries/people/users.ts';
import { normaliseEmail } from '../../users/users.ts';
import { ofAccount, type VisitorCall } from './account-call.ts';
import { afterPassword, loadSignIn, type SignInStep } from './after-password.ts';
import { requireOwnSignIn } from './own-sign-in.ts';
import { tryPassword } from './require-password.ts';

export async function signIn(
  call: VisitorCall,
  input: { readonly email: string; readonly password: string },
): Promise<SignInStep> {
  const email = normaliseEmail(input.email);
  const user = await call.services.database.first(findUserByEmail, { email });
  await requireOwnSignIn(call, { email, passwordUntil: user?.passwordUntil ?? null });
  const isRight = await tryPassword(call, { user, email, password: input.password });
  if (!isRight || user === undefined) {
    throw new Refusal('wrong_credentials', 'Incorrect email address or password.');
  }
  return call.persist({
    ...ofAccount(user.id),
    load: (reader) => loadSignIn(reader, call, user.id),
    decide: (loaded) => afterPassword(call, { user, ...loaded, isReported: true }),
  });
}
