/** GET /v1/domains. All domains of the workspace, in the order of their registration. */
import { isoTime } from '../../base/iso-time.ts';
import { pageDomains } from '../../storage/queries/domains/domains.ts';
import type { HostmasterReader } from '../../storage/schema.ts';
import { reaches } from '../../workspaces/actor.ts';
import { listOperation, type ReadCall } from '../operation.ts';
import { statusOf } from '../views.ts';

/** Small, so that other requests have their turn between two pages. */
const pageSize = 100;
/** Read before it is known whether the list is long, and so by requests that are refused then. */
const firstPageSize = 50;

export const listDomains = listOperation('listDomains', {
  member: 'domains',
  async open(reader, call) {
    const first = await readPage(reader, call, { afterId: '', limit: firstPageSize });
    const list = first.next === null ? first.domains : followingPages(reader, call, first);
    return { rest: {}, list };
  },
});

type DomainPage = Awaited<ReturnType<typeof readPage>>;

/** A change in the meantime shows on a later page or not at all. */
async function* followingPages(reader: HostmasterReader, call: ReadCall, first: DomainPage) {
  let page = first;
  for (;;) {
    yield page.domains;
    if (page.next === null) return;
    page = await readPage(reader, call, { afterId: page.next, limit: pageSize });
  }
}

async function readPage(
  reader: HostmasterReader,
  call: ReadCall,
  page: { readonly afterId: string; readonly limit: number },
) {
  const { workspaceId } = call.actor;
  const rows = await reader.all(pageDomains, { workspaceId, ...page });
  const domains = rows
    .filter((domain) => reaches(call.actor, domain.name))
    .map((domain) => ({
      name: domain.name,
      status: statusOf(domain, call),
      autoRenew: domain.renewal.autoRenew,
      privacyEnabled: domain.owner.privacyEnabled,
      expiresAt: isoTime(domain.registration.expiresAt),
      createdAt: isoTime(domain.registration.createdAt),
    }));
  return { domains, next: rows.length < page.limit ? null : (rows.at(-1)?.id ?? null) };
}
