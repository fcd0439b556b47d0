/** GET /v1/domains/{domain}/dns. The user's records, in creation order. */
import { listRecords as listRecordsQuery } from '../storage/queries/records.ts';
import { loadDomain } from './loading.ts';
import { readOperation } from './operation.ts';
import { isPending, recordView } from './views.ts';

export const listRecords = readOperation('listRecords', async (reader, call, input) => {
  const domain = await loadDomain(reader, call, input.domain);
  const records = await reader.all(listRecordsQuery, { domainId: domain.id });
  return { records: records.map(recordView), pendingFulfillment: isPending(domain) };
});
