/** GET /v1/domains/{domain}/dns. The user's records, in creation order. */

import { zonePages } from '../../revisions/read-revisions.ts';
import { firstRecords } from '../../storage/queries/records/records.ts';
import type { StoredRecord } from '../../storage/tables/records/records.ts';
import { loadZoneDomain } from '../loading.ts';
import { listOperation } from '../operation.ts';
import { isPending, recordPages, recordView } from '../views.ts';
import { knownVersion, zoneVersion } from './versions.ts';

/** A list up to this size is read at once. */
const recordsMax = 250;
const charactersMax = 128 * 1024;

export const listRecords = listOperation('listRecords', {
  member: 'records',
  async open(reader, call, input) {
    const domain = await loadZoneDomain(reader, call, input.domain);
    const known = knownVersion(call, domain);
    if (known !== null) return { version: known, list: null };
    const { id: domainId } = domain;
    const { zoneRevision: revision } = domain.zone;
    // Read after the version: it may be older than the records, never newer.
    const first = await reader.all(firstRecords, { domainId, limit: recordsMax + 1 });
    return {
      version: zoneVersion(domain),
      rest: { pendingFulfillment: isPending(domain) },
      list: isShort(first)
        ? first.map(recordView)
        : recordPages(zonePages(reader, { domainId, revision, clientGone: call.clientGone?.() })),
    };
  },
});

function isShort(records: readonly StoredRecord[]): boolean {
  let characters = 0;
  for (const { value } of records) characters += value.length;
  return records.length <= recordsMax && characters <= charactersMax;
}
