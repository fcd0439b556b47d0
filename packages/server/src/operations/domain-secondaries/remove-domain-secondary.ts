/** DELETE /v1/domains/{domain}/secondaries/{secondaryId} */

import { presentSocketAddress } from '../../base/addresses/socket-address.ts';
import { Refusal } from '../../base/errors.ts';
import { happened } from '../../facts/fact.ts';
import { listDomainSecondaries } from '../../storage/queries/domain-secondaries/domain-secondaries.ts';
import { remove } from '../../storage/row-write.ts';
import { domainSecondaries } from '../../storage/tables/domain-secondaries/domain-secondaries.ts';
import { domainKey, loadLocked } from '../loading.ts';
import { changeOperation } from '../operation.ts';

export const removeDomainSecondary = changeOperation('removeDomainSecondary', {
  parse: (input) => input,

  keys: ({ domain }) => [domainKey(domain)],
  commit: 'shared',

  async load(reader, call, input) {
    const domain = await loadLocked(reader, call, input.domain);
    return { domain, stored: await reader.all(listDomainSecondaries, { domainId: domain.id }) };
  },

  decide(call, { secondaryId: id }, { domain, stored }) {
    const found = stored.find((each) => each.id === id);
    if (found === undefined) {
      throw new Refusal('secondary_not_found', 'No such secondary of this domain.');
    }
    const address = presentSocketAddress(found.address, found.port);
    return {
      answer: { success: true },
      change: {
        rows: [remove(domainSecondaries, { id })],
        facts: [happened(call, { kind: 'domain.secondary_removed', domain: domain.name, address })],
      },
    };
  },
});
