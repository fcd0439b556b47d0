/** The list of domains as the dashboard shows it, and what it no longer shows. */
import { isoTime, isoTimeOrNull } from '../base/iso-time.ts';
import { persist } from '../changes/persist.ts';
import { dismissRegistration } from '../operations/registration/dismiss-registration.ts';
import { listShownDomains } from '../storage/queries/domains/domains.ts';
import type { Handlers } from './dashboard-handler.ts';
import { listedStatus, restorableUntil } from './listed-status.ts';

export const domainListHandlers = {
  async listDomainEntries({ services, call }) {
    const { workspaceId } = call.actor;
    const rows = await services.database.all(listShownDomains, { workspaceId });
    return {
      domains: rows.map((domain) => ({
        name: domain.name,
        status: listedStatus(domain, call),
        autoRenew: domain.autoRenew,
        expiresAt: isoTime(domain.expiresAt),
        createdAt: isoTime(domain.createdAt),
        restorableUntil: isoTimeOrNull(restorableUntil(domain, call)),
      })),
    };
  },

  async dismissRegistration({ services, call }, { domain }) {
    await persist(services.database, dismissRegistration(call, domain));
    return { success: true as const };
  },
} satisfies Partial<Handlers>;
