/**
 * POST /v1/domains. One transaction holds the credits, reserves the name and enqueues the job that
 * registers it; the registry is queried for availability before it.
 */

import { contactFields, limits } from '@hostmaster/contract';
import { Refusal } from '../base/errors.ts';
import { newId } from '../base/ids.ts';
import { isoTime } from '../base/iso-time.ts';
import { centsToCredits } from '../base/money.ts';
import { termCostCents } from '../domains/pricing.ts';
import { extendExpiry } from '../domains/terms.ts';
import { provisionCommand } from '../fulfilment/job-kinds.ts';
import { hold } from '../ledger/ledger.ts';
import { archiveFailedDomain, insertDomain } from '../storage/queries/domains.ts';
import { insertTerm } from '../storage/queries/terms.ts';
import { command } from '../storage/query.ts';
import type { Domain, PremiumPrice, RegistrantContact } from '../storage/tables/domains.ts';
import { recordActivity } from '../workspaces/activity.ts';
import { checkRegistration } from './availability.ts';
import { changeOperation } from './operation.ts';
import { parseMaxCredits, requireConsent } from './price-consent.ts';
import { requirePrivacyOffered } from './privacy.ts';
import { requireAcceptedScript, requireDomainName, requirePrice } from './registrable-name.ts';
import { requireTerm } from './term-limits.ts';
import { statusOf } from './views.ts';

export const registerDomain = changeOperation('registerDomain', {
  parse(input, call) {
    if (call.actor.domainNames !== null) {
      throw new Refusal('forbidden', 'This key is limited to certain domains and cannot register.');
    }
    const name = requireDomainName(input.domain);
    requireAcceptedScript(call, name);
    if (input.privacyEnabled === true) requirePrivacyOffered(call, name);
    return {
      name,
      years: input.years ?? limits.yearsDefault,
      autoRenew: input.autoRenew ?? false,
      privacyEnabled: input.privacyEnabled ?? false,
      contact: normaliseContact(input.contact),
      maxCents: parseMaxCredits(input.maxCredits),
    };
  },

  async prepare(reader, call, { name, years }) {
    const price = await requirePrice(reader, call.actor.workspaceId, name);
    requireTerm(call, { name, expiresAt: call.now }, years);
    const availability = await checkRegistration(reader, call, name);
    if (availability?.available !== true) throw notAvailable(availability?.reason);
    return { price, premium: availability.premium };
  },

  async apply(tx, call, parsed, { price, premium }) {
    const { name, years } = parsed;
    const { workspaceId } = call.actor;
    const domain = newDomain(call, parsed, premium);
    const [, inserted] = await tx.batch([
      command(archiveFailedDomain, { workspaceId, name }),
      command(insertDomain, domain),
    ]);
    if (inserted === 0) throw domainTaken();
    const amountCents = termCostCents({ kind: 'registration', years, price, premium });
    requireConsent(amountCents, parsed.maxCents);
    const reason = `Registration of ${name} for ${years} ${years === 1 ? 'year' : 'years'}`;
    const termId = newId('trm');
    await hold(tx, { workspaceId, amountCents, reason, at: call.now }, (holdId) => [
      command(insertTerm, {
        id: termId,
        domainId: domain.id,
        kind: 'registration',
        years,
        state: 'pending',
        acceptedAt: call.now,
        holdId,
        automatic: false,
      }),
      provisionCommand(tx, { domainId: domain.id, termId }),
    ]);
    await recordActivity(tx, {
      id: call.operationId,
      at: call.now,
      actor: call.actor,
      action: 'domain.register',
      subject: name,
      details: { years, credits: centsToCredits(amountCents) },
    });
    return {
      domain: {
        name,
        status: statusOf(domain, call),
        autoRenew: parsed.autoRenew,
        privacyEnabled: parsed.privacyEnabled,
        years,
        expiresAt: isoTime(domain.expiresAt),
        createdAt: isoTime(domain.createdAt),
        creditsCharged: centsToCredits(amountCents),
      },
    };
  },
});

/** Texts with which registries say that a name is registered. */
const takenTexts = /\b(in use|exists?|registered|taken|unavailable|not available)\b/i;

/** Reserved and too short names are not for sale; registries answer them like taken ones. */
function notAvailable(reason: string | undefined): Refusal {
  if (reason === undefined || takenTexts.test(reason)) return domainTaken();
  return new Refusal('domain_not_offered', `The registry does not offer this name: ${reason}`);
}

function domainTaken(): Refusal {
  return new Refusal(
    'domain_taken',
    'This name is registered already or its registration is pending.',
  );
}

/** Until the registry has confirmed it. */
export function newDomain(
  call: Parameters<typeof statusOf>[1],
  parsed: {
    readonly name: string;
    readonly years: number;
    readonly autoRenew: boolean;
    readonly privacyEnabled: boolean;
    readonly contact: RegistrantContact;
  },
  premium: PremiumPrice | null,
): Domain {
  return {
    id: newId('dom'),
    workspaceId: call.actor.workspaceId,
    name: parsed.name,
    state: 'provisioning',
    visible: true,
    autoRenew: parsed.autoRenew,
    privacyEnabled: parsed.privacyEnabled,
    transferLocked: true,
    nameservers: call.services.rules.defaultNameservers,
    contact: parsed.contact,
    premium,
    desiredRevision: 1,
    appliedRevision: 0,
    authCode: null,
    authCodeExpiresAt: null,
    years: parsed.years,
    createdAt: call.now,
    expiresAt: extendExpiry(call.now, { years: parsed.years, acceptedAt: call.now }),
    registryExpiresAt: null,
    renewalFailed: false,
    dueAt: null,
    noticedUntil: call.now,
    renewalTriedAt: null,
    releaseBeganAt: null,
    extensionTriedAt: null,
    deletedAt: null,
    redemptionUntil: null,
    transferOutUntil: null,
    transferredAt: null,
    zoneUntil: null,
    recordCount: 0,
    zoneRevision: 0,
  };
}

/** Registries compare contacts by content, so equal contacts must be equal texts. */
export function normaliseContact(contact: RegistrantContact): Required<RegistrantContact> {
  const trimmed = Object.fromEntries(
    contactFields.map((field) => [field, (contact[field] ?? '').trim()]),
  ) as Record<(typeof contactFields)[number], string>;
  return { ...trimmed, country: trimmed.country.toUpperCase() };
}
