/** Checks of CDS records, which the service makes once a day. */
import type { ApiClient } from '@hostmaster/test-rig/api-client';
import { type TestService, until } from '@hostmaster/test-rig/service';
import { persistChange } from '../../packages/server/src/changes/persist.ts';
import { update } from '../../packages/server/src/storage/row-write.ts';
import { followedCds } from '../../packages/server/src/storage/tables/domains/followed-cds.ts';
import { domainId } from '../dns/sign-domain.ts';
import { dnssecOf } from './dnssec-phases.ts';

export async function untilFound(client: ApiClient, domain: string): Promise<void> {
  await until(`the nameservers of ${domain} were asked`, async () => {
    return (await dnssecOf(client, domain)).cdsFinding !== null;
  });
}

/** As if a day had passed since the last one. */
export async function makeCdsDue(service: TestService, domain: string): Promise<void> {
  const row = { domainId: await domainId(service, domain) };
  const due = { checkAt: 0, checkedAt: null, finding: null };
  await persistChange(service.database, { rows: [update(followedCds, row, due)] });
}

/** The next one has ended. */
export async function checkCds(
  service: TestService,
  client: ApiClient,
  domain: string,
): Promise<void> {
  await makeCdsDue(service, domain);
  await untilFound(client, domain);
}
