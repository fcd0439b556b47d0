/** The user of a session. */
import { findUser } from '../../storage/queries/people/users.ts';
import type { User } from '../../storage/tables/people/users.ts';
import type { AccountCall } from './account-call.ts';

export async function loadOwnUser({ services, accountId: id }: AccountCall): Promise<User> {
  const user = await services.database.first(findUser, { id });
  if (user === undefined) throw new Error('The user of a session does not exist.');
  return user;
}
