/**
 * POST /v1/domains/{domain}/renew. The new expiry counts from the later of now and the old one and
 * is final in the reply; a job renews at the registry, in the order of the domain's terms.
 */

import { limits } from '@hostmaster/contract';
import { isoTime } from '../../base/iso-time.ts';
import { centsToCredits } from '../../base/money.ts';
import { renewalJob } from '../../changes/job-kinds.ts';
import { normaliseDomainName } from '../../domains/domain-name.ts';
import { nextDueAt } from '../../domains/lifecycle.ts';
import { newTerm } from '../../domains/new-term.ts';
import { happened } from '../../facts/fact.ts';
import { loadFunds } from '../../ledger/funds.ts';
import { hold } from '../../ledger/ledger-entry.ts';
import { update } from '../../storage/row-write.ts';
import { domains } from '../../storage/tables/domains/domains.ts';
import { domainKey, loadLocked } from '../loading.ts';
import { changeOperation } from '../operation.ts';
import { loadPrices } from '../prices/load-prices.ts';
import { parseMaxCredits, requireConsent } from '../prices/price-consent.ts';
import { statusOf } from '../views.ts';
import { offerRenewal } from './offer-renewal.ts';

export const renewDomain = changeOperation('renewDomain', {
  parse: (input) => ({
    domain: input.domain,
    years: input.years ?? limits.yearsDefault,
    maxCents: parseMaxCredits(input.maxCredits),
  }),

  keys: ({ domain }) => [domainKey(domain)],
  commit: 'shared',

  async load(reader, call, { domain: pathName }) {
    const { workspaceId } = call.actor;
    const names = [normaliseDomainName(pathName) ?? ''];
    const [domain, prices, funds] = await Promise.all([
      loadLocked(reader, call, pathName),
      loadPrices(reader, { workspaceId, names }),
      loadFunds(reader, call),
    ]);
    return { domain, prices, funds };
  },

  decide(call, { years, maxCents }, { domain, prices, funds }) {
    const { expiresAt, amountCents } = offerRenewal(call, domain, { years, prices });
    requireConsent(amountCents, maxCents);
    const { workspaceId } = call.actor;
    const reason = `Renewal of ${domain.name} for ${years} ${years === 1 ? 'year' : 'years'}`;
    const held = hold({ workspaceId, amountCents, reason, at: call.now }, funds);
    const automatic = call.actor.kind === 'system';
    const term = newTerm(domain, {
      kind: 'renewal',
      years,
      holdId: held.id,
      at: call.now,
      automatic,
    });
    const renewed = domains.changed(domain, { expiresAt, renewalFailed: false });
    const dueAt = nextDueAt(renewed, call.services.rules);
    return {
      answer: {
        domain: {
          name: domain.name,
          status: statusOf(renewed, call),
          years,
          expiresAt: isoTime(expiresAt),
          creditsCharged: centsToCredits(amountCents),
        },
      },
      change: {
        rows: [
          update(domains, { id: domain.id }, { expiresAt, years, renewalFailed: false, dueAt }),
        ],
        ledger: [held],
        terms: [term],
        jobs: [renewalJob({ domainId: domain.id, termId: term.id })],
        facts: [
          happened(call, {
            kind: 'domain.renew',
            domain: domain.name,
            years,
            credits: centsToCredits(amountCents),
            expiresAt: isoTime(expiresAt),
          }),
        ],
      },
    };
  },
});
