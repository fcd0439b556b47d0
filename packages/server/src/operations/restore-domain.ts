/**
 * POST /v1/domains/{domain}/restore. The credits of the restore and of one year are held together; a
 * job restores the domain at the registry, and the next one renews it.
 */
import { newId } from '../base/ids.ts';
import { isoTime } from '../base/iso-time.ts';
import { centsToCredits } from '../base/money.ts';
import { nextDueAt } from '../domains/lifecycle.ts';
import { extendExpiry } from '../domains/terms.ts';
import { renewalCommand, restoreCommand } from '../fulfilment/job-kinds.ts';
import { hold } from '../ledger/ledger.ts';
import { updateExpiry } from '../storage/queries/domains.ts';
import { insertRestore } from '../storage/queries/restores.ts';
import { insertTerm } from '../storage/queries/terms.ts';
import { command } from '../storage/query.ts';
import { recordFact } from '../workspaces/activity.ts';
import { loadLocked } from './loading.ts';
import { applyOperation } from './operation.ts';
import { parseMaxCredits, requireConsent } from './price-consent.ts';
import { restoreOffer, restoredYears as years } from './restore-cost.ts';
import { statusOf } from './views.ts';

export const restoreDomain = applyOperation('restoreDomain', {
  parse: (input) => ({ domain: input.domain, maxCents: parseMaxCredits(input.maxCredits) }),

  async apply(tx, call, { domain: pathName, maxCents }) {
    const domain = await loadLocked(tx, call, pathName);
    const { amountCents } = await restoreOffer(tx, call, domain);
    requireConsent(amountCents, maxCents);
    const { id: domainId, workspaceId, name } = domain;
    const expiresAt = extendExpiry(domain.expiresAt, { years, acceptedAt: call.now });
    const restored = { ...domain, expiresAt, renewalFailed: false };
    const termId = newId('trm');
    const reason = `Restore of ${name} with 1 year`;
    await hold(tx, { workspaceId, amountCents, reason, at: call.now }, (holdId) => [
      command(insertTerm, {
        id: termId,
        domainId,
        kind: 'renewal',
        years,
        state: 'pending',
        acceptedAt: call.now,
        holdId,
        automatic: false,
      }),
      command(insertRestore, { termId, domainId }),
      command(updateExpiry, {
        id: domainId,
        expiresAt,
        years,
        renewalFailed: false,
        dueAt: nextDueAt(restored, call.services.rules),
      }),
      restoreCommand(tx, { domainId, termId }),
      renewalCommand(tx, { domainId, termId }),
    ]);
    recordFact(tx, {
      id: call.operationId,
      at: call.now,
      actor: call.actor,
      fact: {
        kind: 'domain.restore',
        domain: name,
        years,
        credits: centsToCredits(amountCents),
        expiresAt: isoTime(expiresAt),
      },
    });
    return {
      domain: {
        name,
        status: statusOf(restored, call),
        years,
        expiresAt: isoTime(expiresAt),
        creditsCharged: centsToCredits(amountCents),
      },
    };
  },
});
