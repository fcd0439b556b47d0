/**
 * POST /v1/domains/{domain}/restore. The credits of the restore and of one year are held together; a
 * job restores the domain at the registry, and the next one renews it.
 */
import { isoTime } from '../../base/iso-time.ts';
import { centsToCredits } from '../../base/money.ts';
import { renewalJob, restoreJob } from '../../changes/job-kinds.ts';
import { nextDueAt } from '../../domains/lifecycle.ts';
import { newTerm } from '../../domains/new-term.ts';
import { extendExpiry } from '../../domains/terms.ts';
import { happened } from '../../facts/fact.ts';
import { loadFunds } from '../../ledger/funds.ts';
import { hold } from '../../ledger/ledger-entry.ts';
import { insert, update } from '../../storage/row-write.ts';
import { domains } from '../../storage/tables/domains/domains.ts';
import { restores } from '../../storage/tables/renewal/restores.ts';
import { domainKey, loadLocked } from '../loading.ts';
import { changeOperation } from '../operation.ts';
import { parseMaxCredits, requireConsent } from '../prices/price-consent.ts';
import { statusOf } from '../views.ts';
import { loadRestoreTerms, restoreOffer, restoredYears as years } from './restore-cost.ts';

export const restoreDomain = changeOperation('restoreDomain', {
  parse: (input) => ({ domain: input.domain, maxCents: parseMaxCredits(input.maxCredits) }),

  keys: ({ domain }) => [domainKey(domain)],
  commit: 'shared',

  async load(reader, call, { domain: pathName }) {
    const domain = await loadLocked(reader, call, pathName);
    const [terms, funds] = await Promise.all([
      loadRestoreTerms(reader, domain),
      loadFunds(reader, call),
    ]);
    return { domain, terms, funds };
  },

  decide(call, { maxCents }, { domain, terms, funds }) {
    const { amountCents } = restoreOffer(call, domain, terms);
    requireConsent(amountCents, maxCents);
    const { id: domainId, workspaceId, name } = domain;
    const reason = `Restore of ${name} with 1 year`;
    const held = hold({ workspaceId, amountCents, reason, at: call.now }, funds);
    const term = newTerm(domain, { kind: 'renewal', years, holdId: held.id, at: call.now });
    const job = { domainId, termId: term.id };
    const expiresAt = extendExpiry(domain.registration.expiresAt, { years, acceptedAt: call.now });
    const restored = domains.changed(domain, { expiresAt, renewalFailed: false });
    const dueAt = nextDueAt(restored, call.services.rules);
    return {
      answer: {
        domain: {
          name,
          status: statusOf(restored, call),
          years,
          expiresAt: isoTime(expiresAt),
          creditsCharged: centsToCredits(amountCents),
        },
      },
      change: {
        rows: [
          update(domains, { id: domainId }, { expiresAt, years, renewalFailed: false, dueAt }),
        ],
        ledger: [held],
        terms: [term],
        termRows: [insert(restores, { termId: term.id, domainId })],
        jobs: [restoreJob(job), renewalJob(job)],
        facts: [
          happened(call, {
            kind: 'domain.restore',
            domain: name,
            years,
            credits: centsToCredits(amountCents),
            expiresAt: isoTime(expiresAt),
          }),
        ],
      },
    };
  },
});
