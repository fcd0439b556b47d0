/**
 * POST /v1/domains. One change holds the credits, reserves the name and adds the job that registers
 * it; the registry is queried for availability before.
 */

import { contactFields, limits } from '@hostmaster/contract';
import { newId } from '../../base/ids.ts';
import { isoTime } from '../../base/iso-time.ts';
import { centsToCredits } from '../../base/money.ts';
import { provisionJob, provisionKind } from '../../changes/job-kinds.ts';
import { newCreate } from '../../domains/new-send.ts';
import { newTerm } from '../../domains/new-term.ts';
import { termCostCents } from '../../domains/pricing.ts';
import { extendExpiry } from '../../domains/terms.ts';
import { happened } from '../../facts/fact.ts';
import { loadFunds } from '../../ledger/funds.ts';
import { hold } from '../../ledger/ledger-entry.ts';
import { newAuthCode } from '../../registrars/auth-code.ts';
import { findHeldNames, lockDomain } from '../../storage/queries/domains/domains.ts';
import { insert, type RowWrite, removeAll, update } from '../../storage/row-write.ts';
import { domainTags } from '../../storage/tables/domains/domain-tags.ts';
import {
  type Domain,
  domains,
  type PremiumPrice,
  type RegistrantContact,
} from '../../storage/tables/domains/domains.ts';
import { sends } from '../../storage/tables/registry/sends.ts';
import { requirePrivacyOffered } from '../domains/privacy.ts';
import { domainKey } from '../loading.ts';
import { changeOperation } from '../operation.ts';
import { parseMaxCredits, requireConsent } from '../prices/price-consent.ts';
import { statusOf } from '../views.ts';
import { domainTaken, offerRegistration } from './offer-registration.ts';
import { requireAcceptedScript, requireAnyName, requireDomainName } from './registrable-name.ts';

export const registerDomain = changeOperation('registerDomain', {
  parse(input, call) {
    requireAnyName(call, 'register');
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

  prepare: (reader, call, { name, years }) => offerRegistration(reader, call, { name, years }),

  keys: ({ name }) => [domainKey(name)],
  commit: 'shared',

  async load(reader, call, { name }) {
    const { workspaceId } = call.actor;
    const [held, own, funds] = await Promise.all([
      reader.all(findHeldNames, { names: [name] }),
      reader.first(lockDomain, { workspaceId, name }),
      loadFunds(reader, call),
    ]);
    return { isHeld: held.length > 0, own, funds };
  },

  decide(call, parsed, { isHeld, own, funds }, { price, premium }) {
    const { name, years } = parsed;
    const { workspaceId } = call.actor;
    if (isHeld || (own !== undefined && own.state !== 'failed')) throw domainTaken();
    const amountCents = termCostCents({ kind: 'registration', years, price, premium });
    requireConsent(amountCents, parsed.maxCents);
    const reason = `Registration of ${name} for ${years} ${years === 1 ? 'year' : 'years'}`;
    const held = hold({ workspaceId, amountCents, reason, at: call.now }, funds);
    const { handover, secrets } = call.services;
    const lease = handover.leaseFor(provisionKind);
    const domain = domains.changed(newDomain(call, parsed, premium), {
      authCode: lease === null ? null : secrets.seal(newAuthCode()),
    });
    const term = newTerm(domain, { kind: 'registration', years, holdId: held.id, at: call.now });
    // A failed registration makes room for a new one.
    const archived = own === undefined ? [] : hiddenRows(own.id);
    return {
      answer: {
        domain: {
          name,
          status: statusOf(domain, call),
          autoRenew: parsed.autoRenew,
          privacyEnabled: parsed.privacyEnabled,
          years,
          expiresAt: isoTime(domain.registration.expiresAt),
          createdAt: isoTime(domain.registration.createdAt),
          creditsCharged: centsToCredits(amountCents),
        },
      },
      change: {
        rows: [...archived, insert(domains, domain)],
        ledger: [held],
        terms: [term],
        // What this process sends next is committed before it is sent.
        termRows: lease === null ? [] : [insert(sends, newCreate(domain, term, call.now))],
        jobs: [provisionJob({ domainId: domain.id, termId: term.id }, lease)],
        facts: [
          happened(call, {
            kind: 'domain.register',
            domain: name,
            years,
            credits: centsToCredits(amountCents),
          }),
        ],
      },
    };
  },
});

/** A failed registration that another one takes the place of. */
export function hiddenRows(id: string): readonly RowWrite[] {
  return [update(domains, { id }, { visible: false }), removeAll(domainTags, { domainId: id })];
}

/** A domain row before the registry has confirmed it. */
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
    dueAt: null,
    registration: {
      createdAt: call.now,
      years: parsed.years,
      expiresAt: extendExpiry(call.now, { years: parsed.years, acceptedAt: call.now }),
      premium,
    },
    renewal: {
      autoRenew: parsed.autoRenew,
      renewalFailed: false,
      renewalTriedAt: null,
      noticedUntil: call.now,
      extensionTriedAt: null,
    },
    owner: { contact: parsed.contact, privacyEnabled: parsed.privacyEnabled },
    registry: { desiredRevision: 1, appliedRevision: 0, registryExpiresAt: null },
    zone: {
      nameservers: call.services.rules.defaultNameservers,
      servedNameservers: null,
      soa: null,
      signing: 'off',
      recordCount: 0,
      recordBytes: 0,
      zoneRevision: 0,
      revisionBytes: 0,
    },
    transferOut: {
      transferLocked: true,
      authCode: null,
      authCodeExpiresAt: null,
      transferOutUntil: null,
      transferredAt: null,
      zoneUntil: null,
    },
    release: { releaseBeganAt: null, deletedAt: null, redemptionUntil: null },
  };
}

/** Registries compare contacts by content, so equal contacts must be equal texts. */
export function normaliseContact(contact: RegistrantContact): Required<RegistrantContact> {
  const trimmed = Object.fromEntries(
    contactFields.map((field) => [field, (contact[field] ?? '').trim()]),
  ) as Record<(typeof contactFields)[number], string>;
  return { ...trimmed, country: trimmed.country.toUpperCase() };
}
