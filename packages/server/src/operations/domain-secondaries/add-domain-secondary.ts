/** POST /v1/domains/{domain}/secondaries. The secret of its key is shown only here. */
import { randomBytes } from 'node:crypto';
import { presentSocketAddress } from '../../base/addresses/socket-address.ts';
import { invalidRequest, quotaExceeded } from '../../base/errors.ts';
import { newId } from '../../base/ids.ts';
import { fixedLimits } from '../../base/limits.ts';
import { happened } from '../../facts/fact.ts';
import { listDomainSecondaries } from '../../storage/queries/domain-secondaries/domain-secondaries.ts';
import { insert } from '../../storage/row-write.ts';
import {
  type DomainSecondary,
  domainSecondaries,
} from '../../storage/tables/domain-secondaries/domain-secondaries.ts';
import { assertChangeable, domainKey, loadLocked } from '../loading.ts';
import { changeOperation } from '../operation.ts';
import { parseSecondaryAddress, secondaryView } from './own-secondary.ts';

const keyAlgorithm = 'hmac-sha256';
const secretBytes = 32;
/** Sets the names of these keys apart from those of other kinds. */
export const keyNamePrefix = 'secondary-';

export const addDomainSecondary = changeOperation('addDomainSecondary', {
  parse: (input, { services }) => ({
    domain: input.domain,
    ...parseSecondaryAddress(input.address, services.webhookTargets),
  }),

  keys: ({ domain }) => [domainKey(domain)],
  commit: 'shared',

  async load(reader, call, input) {
    const domain = await loadLocked(reader, call, input.domain);
    return { domain, stored: await reader.all(listDomainSecondaries, { domainId: domain.id }) };
  },

  decide(call, { address, port }, { domain, stored }) {
    assertChangeable(domain);
    if (stored.some((each) => each.address === address && each.port === port)) {
      const message = 'is the address of another secondary of this domain';
      throw invalidRequest({ path: 'address', message });
    }
    const { secondariesPerDomain } = fixedLimits;
    if (stored.length >= secondariesPerDomain) {
      const advice = 'Remove those that are no longer used.';
      throw quotaExceeded(`${secondariesPerDomain} secondaries of a domain`, advice);
    }
    const secret = randomBytes(secretBytes).toString('base64');
    // Eighty random bits make the name unique and impossible to guess.
    const keyName = `${keyNamePrefix}${randomBytes(10).toString('hex')}.${domain.name}`;
    const secondary: DomainSecondary = {
      id: newId('sec'),
      workspaceId: call.actor.workspaceId,
      domainId: domain.id,
      address,
      port,
      keyName,
      keyAlgorithm,
      keySecret: call.services.secrets.seal(secret),
      createdAt: call.now,
      createdBy: call.actor.personId,
      askedAt: null,
      fetchedAt: null,
      fetchedSerial: null,
      notifiedAt: null,
      notifyAnswer: null,
    };
    const shown = presentSocketAddress(address, port);
    return {
      answer: {
        secondary: secondaryView(secondary),
        key: { name: keyName, algorithm: keyAlgorithm, secret },
      },
      change: {
        rows: [insert(domainSecondaries, secondary)],
        facts: [
          happened(call, { kind: 'domain.secondary_added', domain: domain.name, address: shown }),
        ],
      },
    };
  },
});
