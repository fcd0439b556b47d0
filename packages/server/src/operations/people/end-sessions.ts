/** A user ends sessions of the own account. */
import { loadList } from '@hostmaster/storage';
import { Refusal } from '../../base/errors.ts';
import { listSessionIds } from '../../storage/queries/people/sessions.ts';
import { remove, removeAll } from '../../storage/row-write.ts';
import { sessions } from '../../storage/tables/people/sessions.ts';
import { type AccountCall, ofAccount } from './account-call.ts';

/** A session of another account does not exist. */
export async function revokeSession(call: AccountCall, id: string): Promise<void> {
  const userId = call.accountId;
  await call.persist({
    ...ofAccount(userId),
    load: (reader) => loadList(reader, listSessionIds, { userId }),
    decide(own) {
      if (!own.some((session) => session.id === id)) {
        throw new Refusal('session_not_found', "This session doesn't exist.");
      }
      return { answer: undefined, change: { rows: [remove(sessions, { id, userId })] } };
    },
  });
}

/** Returns how many were ended. */
export async function revokeOtherSessions(call: AccountCall): Promise<number> {
  const { accountId: userId, sessionId } = call;
  return call.persist({
    ...ofAccount(userId),
    load: (reader) => loadList(reader, listSessionIds, { userId }),
    decide(own) {
      const others = own.map(({ id }) => id).filter((id) => id !== sessionId);
      return {
        answer: others.length,
        change: { rows: [removeAll(sessions, { userId, id: others })] },
      };
    },
  });
}
