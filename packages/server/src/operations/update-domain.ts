/** PATCH /v1/domains/{domain}. Auto-renewal is stored here only; a job sends privacy to the registry. */
import { nextDueAt } from '../domains/lifecycle.ts';
import { enqueueConvergence } from '../fulfilment/job-kinds.ts';
import { updateSettings } from '../storage/queries/domains.ts';
import { recordActivity } from '../workspaces/activity.ts';
import { loadForChange } from './loading.ts';
import { changeOperation } from './operation.ts';
import { isPending } from './views.ts';

export const updateDomain = changeOperation('updateDomain', {
  parse: (input) => input,

  async apply(tx, call, input) {
    const domain = await loadForChange(tx, call, input.domain);
    const autoRenew = input.autoRenew ?? domain.auto_renew === 1;
    const privacyEnabled = input.privacyEnabled ?? domain.privacy_enabled === 1;
    const privacyChanges = privacyEnabled !== (domain.privacy_enabled === 1);
    const auto_renew = autoRenew ? 1 : 0;
    // Switched on after expiry it applies to the next expiry; renewing now is up to the owner.
    const isTooLate = auto_renew > domain.auto_renew && call.now >= domain.expires_at;
    const renewal_tried_at = isTooLate ? call.now : domain.renewal_tried_at;
    await tx.run(updateSettings, {
      id: domain.id,
      autoRenew: auto_renew,
      renewalTriedAt: renewal_tried_at,
      privacyEnabled: privacyEnabled ? 1 : 0,
      desiredRevision: domain.desired_revision + (privacyChanges ? 1 : 0),
      dueAt: nextDueAt({ ...domain, auto_renew, renewal_tried_at }, call.services.rules),
    });
    if (privacyChanges && !isPending(domain)) {
      await enqueueConvergence(tx, { domainId: domain.id });
    }
    await recordActivity(tx, {
      id: call.operationId,
      at: call.now,
      actor: call.actor,
      action: 'domain.update',
      subject: domain.name,
      details: { autoRenew, privacyEnabled },
    });
    return { autoRenew, privacyEnabled };
  },
});
