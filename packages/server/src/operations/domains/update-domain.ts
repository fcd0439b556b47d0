/** PATCH /v1/domains/{domain}. Auto-renewal is stored here only; a job sends privacy to the registry. */

import { convergenceJob } from '../../changes/job-kinds.ts';
import { normaliseDomainName } from '../../domains/domain-name.ts';
import { nextDueAt } from '../../domains/lifecycle.ts';
import { happened } from '../../facts/fact.ts';
import { update } from '../../storage/row-write.ts';
import { domains } from '../../storage/tables/domains/domains.ts';
import { assertChangeable, domainKey, loadLocked } from '../loading.ts';
import { changeOperation } from '../operation.ts';
import { isPending } from '../views.ts';
import { requirePrivacyOffered } from './privacy.ts';

export const updateDomain = changeOperation('updateDomain', {
  parse(input, call) {
    const name = normaliseDomainName(input.domain);
    if (input.privacyEnabled === true && name !== null) requirePrivacyOffered(call, name);
    return input;
  },

  keys: ({ domain }) => [domainKey(domain)],
  commit: 'shared',

  load: (reader, call, { domain }) => loadLocked(reader, call, domain),

  decide(call, input, domain) {
    assertChangeable(domain);
    const autoRenew = input.autoRenew ?? domain.renewal.autoRenew;
    const privacyEnabled = input.privacyEnabled ?? domain.owner.privacyEnabled;
    const privacyChanges = privacyEnabled !== domain.owner.privacyEnabled;
    // Switched on after expiry it applies to the next expiry; renewing now is up to the owner.
    const isTooLate =
      autoRenew && !domain.renewal.autoRenew && call.now >= domain.registration.expiresAt;
    const renewalTriedAt = isTooLate ? call.now : domain.renewal.renewalTriedAt;
    const settings = {
      autoRenew,
      renewalTriedAt,
      privacyEnabled,
      desiredRevision: domain.registry.desiredRevision + (privacyChanges ? 1 : 0),
      dueAt: nextDueAt(domains.changed(domain, { autoRenew, renewalTriedAt }), call.services.rules),
    };
    const isSent = privacyChanges && !isPending(domain);
    return {
      answer: { autoRenew, privacyEnabled },
      change: {
        rows: [update(domains, { id: domain.id }, settings)],
        jobs: isSent ? [convergenceJob({ domainId: domain.id })] : [],
        facts: [
          happened(call, {
            kind: 'domain.update',
            domain: domain.name,
            autoRenew,
            privacyEnabled,
          }),
        ],
      },
    };
  },
});
