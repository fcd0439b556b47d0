/** A new password ends every session, link, approved login, recovery and pending e-mail change. */
import { type RowWrite, removeAll, updateAll } from '../storage/row-write.ts';
import { commandLineLogins } from '../storage/tables/people/command-line-logins.ts';
import { linkTokens } from '../storage/tables/people/link-tokens.ts';
import { sessions } from '../storage/tables/people/sessions.ts';
import { type User, users } from '../storage/tables/people/users.ts';
import { recoveryEnd } from './recoveries.ts';

/** `changes` are what else becomes true of the user. */
export function newPassword(
  userId: string,
  changes: Pick<User, 'passwordHash'> & Partial<Pick<User, 'emailVerifiedAt'>>,
): readonly RowWrite[] {
  return [
    updateAll(users, { id: userId }, { ...changes, pendingEmail: null }),
    removeAll(sessions, { userId }),
    ...recoveryEnd(userId),
    removeAll(linkTokens, { userId }),
    removeAll(commandLineLogins, { userId }),
  ];
}
