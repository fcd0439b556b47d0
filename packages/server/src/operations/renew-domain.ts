/**
 * POST /v1/domains/{domain}/renew. The new expiry counts from the later of now and the old one and
 * is final in the reply; a job renews at the registry, in the order of the domain's terms.
 */

import { limits } from '@hostmaster/contract';
import { Refusal } from '../base/errors.ts';
import { newId } from '../base/ids.ts';
import { isoTime } from '../base/iso-time.ts';
import { centsToCredits } from '../base/money.ts';
import { nextDueAt } from '../domains/lifecycle.ts';
import { renewalCommand } from '../fulfilment/job-kinds.ts';
import { hold } from '../ledger/ledger.ts';
import { updateExpiry } from '../storage/queries/domains.ts';
import { insertTerm } from '../storage/queries/terms.ts';
import { command } from '../storage/query.ts';
import { recordActivity } from '../workspaces/activity.ts';
import { loadForChange } from './loading.ts';
import { changeOperation } from './operation.ts';
import { parseMaxCredits, requireConsent } from './price-consent.ts';
import { renewalCostCents } from './renewal-cost.ts';
import { requireTerm } from './term-limits.ts';
import { requireNoTransferOut } from './transfer-lock.ts';
import { statusOf } from './views.ts';

export const renewDomain = changeOperation('renewDomain', {
  parse: (input) => ({
    domain: input.domain,
    years: input.years ?? limits.yearsDefault,
    maxCents: parseMaxCredits(input.maxCredits),
  }),

  async apply(tx, call, { domain: pathName, years, maxCents }) {
    const domain = await loadForChange(tx, call, pathName);
    requireNoTransferOut(domain);
    const expiresAt = requireTerm(call, domain, years);
    const { workspaceId } = call.actor;
    const amountCents = await renewalCostCents(tx, { workspaceId, domain, years });
    if (amountCents === null) {
      throw new Refusal('unsupported_tld', `There is no renewal price for ${domain.name}.`);
    }
    requireConsent(amountCents, maxCents);
    const reason = `Renewal of ${domain.name} for ${years} ${years === 1 ? 'year' : 'years'}`;
    const renewed = { ...domain, expiresAt, renewalFailed: false };
    const termId = newId('trm');
    await hold(tx, { workspaceId, amountCents, reason, at: call.now }, (holdId) => [
      command(insertTerm, {
        id: termId,
        domainId: domain.id,
        kind: 'renewal',
        years,
        state: 'pending',
        acceptedAt: call.now,
        holdId,
        automatic: call.actor.kind === 'system',
      }),
      command(updateExpiry, {
        id: domain.id,
        expiresAt,
        years,
        renewalFailed: false,
        dueAt: nextDueAt(renewed, call.services.rules),
      }),
      renewalCommand(tx, { domainId: domain.id, termId }),
    ]);
    await recordActivity(tx, {
      id: call.operationId,
      at: call.now,
      actor: call.actor,
      action: 'domain.renew',
      subject: domain.name,
      details: { years, credits: centsToCredits(amountCents), expiresAt: isoTime(expiresAt) },
    });
    return {
      domain: {
        name: domain.name,
        status: statusOf(renewed, call),
        years,
        expiresAt: isoTime(expiresAt),
        creditsCharged: centsToCredits(amountCents),
      },
    };
  },
});
