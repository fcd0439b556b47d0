/** Compares a password with the account's; attempts are counted against guessing. */

import { Refusal } from '../../base/errors.ts';
import { findSessionFrom } from '../../storage/queries/people/sessions.ts';
import { findUser } from '../../storage/queries/people/users.ts';
import type { User } from '../../storage/tables/people/users.ts';
import type { PasswordAttempt } from '../../users/throttle.ts';
import type { AccountCall, VisitorCall } from './account-call.ts';

/** Asks for the password again before a change that could take over the account. */
export async function requirePassword(call: AccountCall, password: string): Promise<User> {
  const user = await call.services.database.first(findUser, { id: call.accountId });
  const email = user?.email ?? '';
  const isRight = await tryPassword(call, { user, email, password });
  if (!isRight || user === undefined) {
    throw new Refusal('wrong_credentials', 'Incorrect password.');
  }
  return user;
}

export async function tryPassword(
  call: VisitorCall,
  attempt: {
    readonly user: User | undefined;
    readonly email: string;
    readonly password: string;
  },
): Promise<boolean> {
  const { services, address } = call;
  const { user, email } = attempt;
  const known = await services.database.first(findSessionFrom, {
    userId: user?.id ?? '',
    address,
  });
  const counted: PasswordAttempt = { address, account: email, isFamiliar: known !== undefined };
  services.throttle.countAttempt(counted);
  const isRight = await services.passwords.isRight(
    attempt.password,
    user?.passwordHash ?? null,
    address,
  );
  if (isRight) services.throttle.recordSuccess(counted);
  return isRight;
}
