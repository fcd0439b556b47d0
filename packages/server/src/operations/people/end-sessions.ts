/** A user ends sessions of the own account. */
import { loadList } from '@hostmaster/storage';
import { Refusal } from '../../base/errors.ts';
import type { Change } from '../../changes/change.ts';
import { listSessionIds } from '../../storage/queries/people/sessions.ts';
import { findUser } from '../../storage/queries/people/users.ts';
import { remove, removeAll } from '../../storage/row-write.ts';
import type { HostmasterReader } from '../../storage/schema.ts';
import { sessions } from '../../storage/tables/people/sessions.ts';
import { type AccountCall, ofAccount, type VisitorCall } from './account-call.ts';
import { loadOwnWorkspaces, ownDeed } from './in-each-workspace.ts';
import { endOfSession } from './replace-session.ts';

/** A session of another account does not exist. */
export async function revokeSession(call: AccountCall, id: string): Promise<void> {
  const userId = call.accountId;
  await call.persist({
    ...ofAccount(userId),
    load: (reader) => loadSessions(reader, userId),
    decide(own) {
      if (!own.ids.includes(id)) {
        throw new Refusal('session_not_found', "This session doesn't exist.");
      }
      const rows = [remove(sessions, { id, userId })];
      return { answer: undefined, change: { rows, ...ended(call, own, 1) } };
    },
  });
}

/** Returns how many were ended. */
export async function revokeOtherSessions(call: AccountCall): Promise<number> {
  const { accountId: userId, sessionId } = call;
  return call.persist({
    ...ofAccount(userId),
    load: (reader) => loadSessions(reader, userId),
    decide(own) {
      const others = own.ids.filter((id) => id !== sessionId);
      const rows = [removeAll(sessions, { userId, id: others })];
      return { answer: others.length, change: { rows, ...ended(call, own, others.length) } };
    },
  });
}

export async function signOut(call: VisitorCall): Promise<void> {
  const { session } = call;
  if (session === null) return;
  const { userId } = session;
  await call.persist({
    ...ofAccount(userId),
    load: (reader) => loadSessions(reader, userId),
    decide({ email, workspaces }) {
      const { facts = [] } = ownDeed(call, workspaces, { kind: 'member.sign_out', email });
      return { answer: undefined, change: { rows: endOfSession(call), facts } };
    },
  });
}

async function loadSessions(reader: HostmasterReader, userId: string) {
  const [own, user, workspaces] = await Promise.all([
    loadList(reader, listSessionIds, { userId }),
    reader.first(findUser, { id: userId }),
    loadOwnWorkspaces(reader, userId),
  ]);
  return { ids: own.map(({ id }) => id), email: user?.email ?? '', workspaces };
}

function ended(
  call: AccountCall,
  { email, workspaces }: Awaited<ReturnType<typeof loadSessions>>,
  count: number,
): Change {
  if (count === 0) return {};
  return ownDeed(call, workspaces, { kind: 'member.end_sessions', email, count });
}
