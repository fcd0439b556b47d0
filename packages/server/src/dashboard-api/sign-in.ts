/** Sign-in and sign-out. Responses do not reveal whether an address has an account. */
import { newCookieValue } from '../accounts/sessions.ts';
import type { PasswordAttempt } from '../accounts/throttle.ts';
import { normaliseEmail } from '../accounts/users.ts';
import { Refusal } from '../base/errors.ts';
import { endSession, findSessionFrom } from '../storage/queries/sessions.ts';
import { findUser, findUserByEmail } from '../storage/queries/users.ts';
import type { User } from '../storage/tables/users.ts';
import type { AccountRequest, DashboardRequest, Handlers } from './handler.ts';
import { replaceSession, sendSession, sessionEnd, sessionView } from './session.ts';

export const signInHandlers = {
  async signIn(request, input) {
    const email = normaliseEmail(input.email);
    const user = await request.services.database.first(findUserByEmail, { email });
    const isRight = await tryPassword(request, { user, email, password: input.password });
    if (!isRight || user === undefined) {
      throw new Refusal('wrong_credentials', 'Incorrect email address or password.');
    }
    const entered = await request.transact((tx) => replaceSession(tx, request, { user }));
    return sendSession(request, entered);
  },

  async signOut(request) {
    const { session } = request;
    if (session !== null) await request.transact((tx) => tx.run(endSession, sessionEnd(session)));
    const cookieValue = newCookieValue();
    request.setCookie(cookieValue, false);
    return sessionView(request, { cookieValue, userId: null });
  },
} satisfies Partial<Handlers>;

/** Asks for the password again before a change that could take over the account. */
export async function requirePassword(request: AccountRequest, password: string): Promise<User> {
  const user = await request.services.database.first(findUser, { id: request.accountId });
  const email = user?.email ?? '';
  const isRight = await tryPassword(request, { user, email, password });
  if (!isRight || user === undefined) {
    throw new Refusal('wrong_credentials', 'Incorrect password.');
  }
  return user;
}

async function tryPassword(
  request: DashboardRequest,
  attempt: {
    readonly user: User | undefined;
    readonly email: string;
    readonly password: string;
  },
): Promise<boolean> {
  const { services, address } = request;
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
