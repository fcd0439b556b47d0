/** A user ends sessions of the own account. */
import { Refusal } from '../../base/errors.ts';
import { endOtherSessions, endSession } from '../../storage/queries/sessions.ts';
import type { AccountCall } from './account-call.ts';

/** A session of another account does not exist. */
export async function revokeSession(call: AccountCall, id: string): Promise<void> {
  const userId = call.accountId;
  const ended = await call.transact((tx) => tx.run(endSession, { id, userId }));
  if (ended === 0) throw new Refusal('session_not_found', "This session doesn't exist.");
}

/** Returns how many were ended. */
export async function revokeOtherSessions(call: AccountCall): Promise<number> {
  const { accountId: userId, sessionId: keptId } = call;
  return call.transact((tx) => tx.run(endOtherSessions, { userId, keptId }));
}
