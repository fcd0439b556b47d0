/** GET /v1/domains/{domain}/dns. The user's records, in creation order. */
import { listRecords as listRecordsQuery } from '../../storage/queries/records/records.ts';
import { loadZoneDomain } from '../loading.ts';
import { versionedReadOperation } from '../operation.ts';
import { isPending, recordView } from '../views.ts';
import { knownVersion, zoneVersion } from './versions.ts';

export const listRecords = versionedReadOperation('listRecords', async (reader, call, input) => {
  const domain = await loadZoneDomain(reader, call, input.domain);
  const known = knownVersion(call, domain);
  if (known !== null) return { version: known, answer: null };
  // Read after the version: it may be older than the records, never newer.
  const records = await reader.all(listRecordsQuery, { domainId: domain.id });
  const answer = { records: records.map(recordView), pendingFulfillment: isPending(domain) };
  return { version: zoneVersion(domain), answer };
});
