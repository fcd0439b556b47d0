/** What was given access to the account's workspaces lately. */
import { isoTime } from '../../base/iso-time.ts';
import { listRecentAccess, revokeRecentAccess } from '../../operations/people/recent-access.ts';
import type { Handlers } from '../dashboard-handler.ts';

export const recentAccessHandlers = {
  async listRecentAccess(request) {
    const entries = await listRecentAccess(request);
    return {
      entries: entries.map(({ createdAt, ...entry }) => ({
        ...entry,
        createdAt: isoTime(createdAt),
      })),
    };
  },

  async revokeRecentAccess(request, { entries }) {
    return { revoked: await revokeRecentAccess(request, entries) };
  },
} satisfies Partial<Handlers>;
