/** The user's own account: name, e-mail address, password, sessions, workspaces, and its deletion. */
import type { DashboardOutput } from '@hostmaster/contract/dashboard';
import { readList } from '@hostmaster/storage';
import { isoTime } from '../../base/iso-time.ts';
import {
  changePassword,
  confirmPassword,
  createAccountWorkspace,
  updateAccount,
} from '../../operations/people/change-account.ts';
import { deleteOwnAccount } from '../../operations/people/delete-account.ts';
import { revokeOtherSessions, revokeSession } from '../../operations/people/end-sessions.ts';
import { listWorkspacesOf } from '../../storage/queries/people/members.ts';
import { listSessions } from '../../storage/queries/people/sessions.ts';
import { liveSince } from '../../users/sessions.ts';
import { listMemberKeys } from '../../workspaces/member-keys.ts';
import type { Handlers } from '../dashboard-handler.ts';
import { ownDataLines } from './own-data.ts';
import { accountView, sendSession, sendSignedOut } from './session.ts';

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

  async exportOwnData({ services, accountId: userId, now }) {
    const person = { userId, now, limits: services.sessionLimits };
    return {
      fileName: `account-${isoTime(now).slice(0, 10)}.jsonl`,
      content: ownDataLines(services.database, person),
    };
  },

  async listOwnKeys({ services: { database }, accountId: userId, now }) {
    const workspaces = await readList(database, listWorkspacesOf, { userId });
    const keys: DashboardOutput<'listOwnKeys'>['keys'] = [];
    for (const { id: workspaceId, name: workspace } of workspaces) {
      const own = await listMemberKeys(database, { workspaceId, userId, now });
      for (const { id, name } of own.apiKeys) keys.push({ kind: 'api_key', id, name, workspace });
      for (const { name } of own.updateKeys) {
        keys.push({ kind: 'update_key', id: name, name, workspace });
      }
    }
    return { keys };
  },

  async deleteAccount(request, input) {
    await deleteOwnAccount(request, input);
    return sendSignedOut(request);
  },

  async createWorkspace(request, input) {
    return { workspace: await createAccountWorkspace(request, input) };
  },
} satisfies Partial<Handlers>;
