/** GET /v1/domains. All domains of the workspace, in the order of their registration. */
import { isoTime } from '../base/iso-time.ts';
import { listDomains as listDomainsQuery } from '../storage/queries/domains.ts';
import { reaches } from '../workspaces/actor.ts';
import { readOperation } from './operation.ts';
import { statusOf } from './views.ts';

export const listDomains = readOperation('listDomains', async (reader, call) => {
  const rows = await reader.all(listDomainsQuery, { workspaceId: call.actor.workspaceId });
  return {
    domains: rows
      .filter((domain) => reaches(call.actor, domain.name))
      .map((domain) => ({
        name: domain.name,
        status: statusOf(domain, call),
        autoRenew: domain.autoRenew,
        privacyEnabled: domain.privacyEnabled,
        expiresAt: isoTime(domain.expiresAt),
        createdAt: isoTime(domain.createdAt),
      })),
  };
});
