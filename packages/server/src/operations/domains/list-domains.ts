/** GET /v1/domains. All domains of the workspace, in the order of their registration. */
import { isoTime } from '../../base/iso-time.ts';
import { pageDomains } from '../../storage/queries/domains/domains.ts';
import { reaches } from '../../workspaces/actor.ts';
import { listOperation } from '../operation.ts';
import { statusOf } from '../views.ts';

/** Small, so that other requests have their turn between two pages. */
const pageSize = 250;

export const listDomains = listOperation('listDomains', {
  member: 'domains',
  async *pages(reader, call) {
    const { workspaceId } = call.actor;
    for (let afterId = ''; ; ) {
      const rows = await reader.all(pageDomains, { workspaceId, afterId, limit: pageSize });
      yield rows
        .filter((domain) => reaches(call.actor, domain.name))
        .map((domain) => ({
          name: domain.name,
          status: statusOf(domain, call),
          autoRenew: domain.autoRenew,
          privacyEnabled: domain.privacyEnabled,
          expiresAt: isoTime(domain.expiresAt),
          createdAt: isoTime(domain.createdAt),
        }));
      const last = rows.at(-1);
      if (last === undefined || rows.length < pageSize) return;
      afterId = last.id;
    }
  },
});
