/** The list of domains as the dashboard shows it, and what it no longer shows. */
import type { DashboardOutput } from '@hostmaster/contract/dashboard';
import { listPages, loadEach } from '@hostmaster/storage';
import { isoTime, isoTimeOrNull } from '../base/iso-time.ts';
import { persist } from '../changes/persist.ts';
import type { ReadCall } from '../operations/operation.ts';
import { dismissRegistration } from '../operations/registration/dismiss-registration.ts';
import { listTagsOfEach } from '../storage/queries/domains/domain-tags.ts';
import { listShownDomains } from '../storage/queries/domains/domains.ts';
import type { HostmasterReader } from '../storage/schema.ts';
import type { DomainWith } from '../storage/tables/domains/domains.ts';
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
    const tags = await tagsOf(reader, reached);
    yield reached.map((domain) => ({
      name: domain.name,
      status: listedStatus(domain, call),
      autoRenew: domain.renewal.autoRenew,
      expiresAt: isoTime(domain.registration.expiresAt),
      createdAt: isoTime(domain.registration.createdAt),
      restorableUntil: isoTimeOrNull(restorableUntil(domain, call)),
      nameservers: [...domain.zone.nameservers],
      isSigned: domain.zone.signing !== 'off' && domain.zone.signing !== 'ending',
      problem: problemOf(domain),
      tags: tags.get(domain.id) ?? [],
    }));
  }
}

async function tagsOf(
  reader: HostmasterReader,
  domains: readonly { readonly id: string }[],
): Promise<ReadonlyMap<string, string[]>> {
  const rows = await loadEach(reader, listTagsOfEach, { domainIds: domains.map(({ id }) => id) });
  const byDomain = new Map<string, string[]>();
  for (const { domainId, tag } of rows) {
    const tags = byDomain.get(domainId);
    if (tags === undefined) byDomain.set(domainId, [tag]);
    else tags.push(tag);
  }
  return byDomain;
}

/** The first that applies: a domain on hold is out of the DNS, whatever else is wrong with it. */
function problemOf(
  domain: DomainWith<'renewalFailed'> & {
    readonly isHeld: number | null;
    readonly hasDnssecProblem: number;
  },
): DomainEntry['problem'] {
  if (domain.isHeld === 1) return 'on_hold';
  if (domain.renewal.renewalFailed) return 'renewal_failed';
  return domain.hasDnssecProblem === 1 ? 'dnssec' : null;
}
