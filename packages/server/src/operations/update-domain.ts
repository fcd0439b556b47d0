/** PATCH /v1/domains/{domain}. Auto-renewal is stored here only; a job sends privacy to the registry. */
import { normaliseDomainName } from '../domains/domain-name.ts';
import { nextDueAt } from '../domains/lifecycle.ts';
import { enqueueConvergence } from '../fulfilment/job-kinds.ts';
import { updateSettings } from '../storage/queries/domains.ts';
import { recordFact } from '../workspaces/activity.ts';
import { loadForChange } from './loading.ts';
import { applyOperation } from './operation.ts';
import { requirePrivacyOffered } from './privacy.ts';
import { isPending } from './views.ts';

export const updateDomain = applyOperation('updateDomain', {
  parse(input, call) {
    const name = normaliseDomainName(input.domain);
    if (input.privacyEnabled === true && name !== null) requirePrivacyOffered(call, name);
    return input;
  },

  async apply(tx, call, input) {
    const domain = await loadForChange(tx, call, input.domain);
    const autoRenew = input.autoRenew ?? domain.autoRenew;
    const privacyEnabled = input.privacyEnabled ?? domain.privacyEnabled;
    const privacyChanges = privacyEnabled !== domain.privacyEnabled;
    // Switched on after expiry it applies to the next expiry; renewing now is up to the owner.
    const isTooLate = autoRenew && !domain.autoRenew && call.now >= domain.expiresAt;
    const renewalTriedAt = isTooLate ? call.now : domain.renewalTriedAt;
    await tx.run(updateSettings, {
      id: domain.id,
      autoRenew,
      renewalTriedAt,
      privacyEnabled,
      desiredRevision: domain.desiredRevision + (privacyChanges ? 1 : 0),
      dueAt: nextDueAt({ ...domain, autoRenew, renewalTriedAt }, call.services.rules),
    });
    if (privacyChanges && !isPending(domain)) {
      await enqueueConvergence(tx, { domainId: domain.id });
    }
    recordFact(tx, {
      id: call.operationId,
      at: call.now,
      actor: call.actor,
      fact: { kind: 'domain.update', domain: domain.name, autoRenew, privacyEnabled },
    });
    return { autoRenew, privacyEnabled };
  },
});
