/** The list of domains as the dashboard shows it, and what it no longer shows. */
import { isoTime } from '../base/iso-time.ts';
import { dismissRegistration } from '../operations/dismiss-registration.ts';
import { isPending, statusOf } from '../operations/views.ts';
import { listShownDomains } from '../storage/queries/domains.ts';
import type { Handlers } from './handler.ts';

export const domainListHandlers = {
  async listDomainEntries({ services, call }) {
    const { workspaceId } = call.actor;
    const rows = await services.database.all(listShownDomains, { workspaceId });
    return {
      domains: rows.map((domain) => ({
        name: domain.name,
        status: isPending(domain) ? ('provisioning' as const) : statusOf(domain, call),
        autoRenew: domain.autoRenew,
        expiresAt: isoTime(domain.expiresAt),
        createdAt: isoTime(domain.createdAt),
      })),
    };
  },

  async dismissRegistration({ transact, call }, { domain }) {
    await transact((tx) => dismissRegistration(tx, call, domain));
    return { success: true as const };
  },
} satisfies Partial<Handlers>;
