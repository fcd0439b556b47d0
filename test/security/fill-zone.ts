/** Fills a zone with the records of many small changes, without making them. */
import type { TestService } from '@hostmaster/test-rig/service';
import { persistChange } from '../../packages/server/src/changes/persist.ts';
import { findHeldDomain } from '../../packages/server/src/storage/queries/domains/domains.ts';
import { insert, update } from '../../packages/server/src/storage/row-write.ts';
import { domains } from '../../packages/server/src/storage/tables/domains/domains.ts';
import { records } from '../../packages/server/src/storage/tables/records/records.ts';

/** As many small changes as a customer has made over time. */
export async function fillZone(
  { database }: TestService,
  zone: string,
  added: readonly { readonly name: string; readonly type: 'A' | 'DNAME'; readonly value: string }[],
): Promise<void> {
  const { id: domainId = '' } = (await database.first(findHeldDomain, { name: zone })) ?? {};
  for (let start = 0; start < added.length; start += 1_000) {
    const rows = added.slice(start, start + 1_000).map((record, index) =>
      insert(records, {
        ...record,
        ...{ id: `rec_${domainId.slice(4)}${String(start + index).padStart(6, '0')}`, domainId },
        ...{ ttlSeconds: 300, createdAt: 0 },
      }),
    );
    await persistChange(database, { rows });
  }
  const counters = { recordCount: null, recordBytes: null };
  await persistChange(database, { rows: [update(domains, { id: domainId }, counters)] });
}
