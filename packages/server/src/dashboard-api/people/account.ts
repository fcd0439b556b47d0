/** The user's own account: name, e-mail address, password, sessions and workspaces. */
import { readList } from '@hostmaster/storage';
import { isoTime } from '../../base/iso-time.ts';
import {
  changePassword,
  confirmPassword,
  createAccountWorkspace,
  updateAccount,
} from '../../operations/people/change-account.ts';
import { revokeOtherSessions, revokeSession } from '../../operations/people/end-sessions.ts';
import { listSessions } from '../../storage/queries/people/sessions.ts';
import { liveSince } from '../../users/sessions.ts';
import type { Handlers } from '../dashboard-handler.ts';
import { ownDataLines } from './own-data.ts';
import { accountView, sendSession } from './session.ts';

export const accountHandlers = {
  async updateAccount(request, input) {
    return { account: accountView(await updateAccount(request, input)) };
  },

  async confirmPassword(request, input) {
    await confirmPassword(request, input.password);
    return { success: true as const };
  },

  async changePassword(request, input) {
    return sendSession(request, await changePassword(request, input));
  },

  async listSessions(request) {
    const sessions = await readList(request.services.database, listSessions, {
      userId: request.accountId,
      ...liveSince(request.now, request.services.sessionLimits),
    });
    return {
      sessions: sessions.map((session) => ({
        id: session.id,
        isCurrent: session.id === request.sessionId,
        address: session.address,
        userAgent: session.userAgent,
        createdAt: isoTime(session.createdAt),
        lastSeenAt: isoTime(session.seenAt),
        expiresAt: isoTime(session.expiresAt),
      })),
    };
  },

  async revokeSession(request, { sessionId }) {
    await revokeSession(request, sessionId);
    return { success: true as const };
  },

  async revokeOtherSessions(request) {
    return { revoked: await revokeOtherSessions(request) };
  },

  async exportOwnData({ services, accountId: userId, now, offerAs }) {
    offerAs(`account-${isoTime(now).slice(0, 10)}.jsonl`);
    const person = { userId, now, limits: services.sessionLimits };
    return ownDataLines(services.database, person);
  },

  async createWorkspace(request, input) {
    return { workspace: await createAccountWorkspace(request, input) };
  },
} satisfies Partial<Handlers>;
