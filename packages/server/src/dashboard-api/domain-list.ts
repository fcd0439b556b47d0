/** The list of domains as the dashboard shows it, and what it no longer shows. */
import type { DashboardOutput } from '@hostmaster/contract/dashboard';
import { listPages } from '@hostmaster/storage';
import { isoTime, isoTimeOrNull } from '../base/iso-time.ts';
import { persist } from '../changes/persist.ts';
import type { ReadCall } from '../operations/operation.ts';
import { dismissRegistration } from '../operations/registration/dismiss-registration.ts';
import { listShownDomains } from '../storage/queries/domains/domains.ts';
import type { HostmasterReader } from '../storage/schema.ts';
import { reaches } from '../workspaces/actor.ts';
import type { Handlers } from './dashboard-handler.ts';
import { listedStatus, restorableUntil } from './listed-status.ts';

export const domainListHandlers = {
  async listDomainEntries({ services, call }) {
    return { member: 'domains', rest: {}, list: entryPages(services.database, call) };
  },

  async dismissRegistration({ services, call }, { domain }) {
    await persist(services.database, dismissRegistration(call, domain));
    return { success: true as const };
  },
} satisfies Partial<Handlers>;

type DomainEntry = DashboardOutput<'listDomainEntries'>['domains'][number];

async function* entryPages(
  reader: HostmasterReader,
  call: ReadCall,
): AsyncGenerator<readonly DomainEntry[]> {
  const { workspaceId } = call.actor;
  for await (const page of listPages(reader, listShownDomains, { workspaceId })) {
    const reached = page.filter(({ name }) => reaches(call.actor, name));
    yield reached.map((domain) => ({
      name: domain.name,
      status: listedStatus(domain, call),
      autoRenew: domain.autoRenew,
      expiresAt: isoTime(domain.expiresAt),
      createdAt: isoTime(domain.createdAt),
      restorableUntil: isoTimeOrNull(restorableUntil(domain, call)),
    }));
  }
}
