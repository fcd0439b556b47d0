/** GET /v1/domains/{domain}/secondaries */
import { listDomainSecondaries as listStored } from '../../storage/queries/domain-secondaries/domain-secondaries.ts';
import { loadDomain } from '../loading.ts';
import { readOperation } from '../operation.ts';
import { secondaryView } from './own-secondary.ts';

export const listDomainSecondaries = readOperation(
  'listDomainSecondaries',
  async (reader, call, input) => {
    const { id: domainId } = await loadDomain(reader, call, input.domain);
    return { secondaries: (await reader.all(listStored, { domainId })).map(secondaryView) };
  },
);
