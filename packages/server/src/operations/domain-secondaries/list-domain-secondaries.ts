/** GET /v1/domains/{domain}/secondaries, oldest first. */
import { fixedLimits } from '../../base/limits.ts';
import { listDomainSecondaries as listStored } from '../../storage/queries/domain-secondaries/domain-secondaries.ts';
import { loadDomain } from '../loading.ts';
import { readOperation } from '../operation.ts';
import { nextCursor, pageStart } from '../page-cursor.ts';
import { secondaryView } from './own-secondary.ts';

export const listDomainSecondaries = readOperation(
  'listDomainSecondaries',
  async (reader, call, input) => {
    const limit = input.limit ?? fixedLimits.secondariesPerDomain;
    const after = pageStart(input) ?? '';
    const { id: domainId } = await loadDomain(reader, call, input.domain);
    const stored = await reader.all(listStored, { domainId });
    const page = stored.filter(({ id }) => id > after).slice(0, limit);
    return {
      secondaries: page.map(secondaryView),
      cursor: nextCursor(page, limit, ({ id }) => id),
    };
  },
);
