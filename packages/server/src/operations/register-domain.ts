/**
 * POST /v1/domains. The credits, the name and the job that will fulfil it are taken in one
 * transaction; the registry is asked before it and told after it.
 */

import { contactFields, limits } from '@hostmaster/contract';
import { invalidRequest, Refusal } from '../base/errors.ts';
import { newId } from '../base/ids.ts';
import { isoTime } from '../base/iso-time.ts';
import { centsToCredits } from '../base/money.ts';
import { normaliseDomainName, placeOf } from '../domains/domain-name.ts';
import { type Price, termCostCents } from '../domains/pricing.ts';
import { extendExpiry } from '../domains/terms.ts';
import { enqueueProvision } from '../fulfilment/job-kinds.ts';
import { hold } from '../ledger/ledger.ts';
import type { PremiumPrice, RegistrantContact } from '../registrars/registrar.ts';
import { archiveFailedDomain, findHeldNames, insertDomain } from '../storage/queries/domains.ts';
import { insertTerm } from '../storage/queries/terms.ts';
import type { DomainRow } from '../storage/schema.ts';
import { recordActivity } from '../workspaces/activity.ts';
import { changeOperation } from './operation.ts';
import { loadPrices } from './prices.ts';
import { askRegistry } from './registry-question.ts';
import { statusOf } from './views.ts';

export const registerDomain = changeOperation('registerDomain', {
  parse(input, call) {
    if (call.actor.domainNames !== null) {
      throw new Refusal('forbidden', 'This key is limited to certain domains and cannot register.');
    }
    const name = normaliseDomainName(input.domain);
    if (name === null) {
      throw invalidRequest({
        path: 'domain',
        message: 'must be a domain name such as example.com',
      });
    }
    return {
      name,
      years: input.years ?? limits.yearsDefault,
      autoRenew: input.autoRenew ?? false,
      privacyEnabled: input.privacyEnabled ?? false,
      contact: normaliseContact(input.contact),
    };
  },

  async prepare(reader, call, { name, years }) {
    const { registrar, rules } = call.services;
    const prices = await loadPrices(reader, {
      workspaceId: call.actor.workspaceId,
      names: [name],
    });
    const price = requirePrice(name, prices);
    const { totalYearsMax } = registrar.capabilitiesFor(name);
    if (totalYearsMax !== null && years > totalYearsMax) throw tooLong(totalYearsMax);
    const [availability, held] = await Promise.all([
      askRegistry(registrar.check([name]), rules.registryQuestionMs),
      reader.first(findHeldNames, { names: JSON.stringify([name]) }),
    ]);
    if (held !== undefined || availability[0]?.available !== true) throw domainTaken();
    return { price, premium: availability[0].premium };
  },

  async apply(tx, call, parsed, { price, premium }) {
    const { name, years } = parsed;
    const { workspaceId } = call.actor;
    const domain = newDomain(call, parsed, premium);
    const [, inserted] = await Promise.all([
      tx.run(archiveFailedDomain, { workspaceId, name }),
      tx.run(insertDomain, domain),
    ]);
    if (inserted === 0) throw domainTaken();
    const amountCents = termCostCents({ kind: 'registration', years, price, premium });
    const reason = `Registration of ${name} for ${years} ${years === 1 ? 'year' : 'years'}`;
    const holdId = await hold(tx, { workspaceId, amountCents, reason, at: call.now });
    const termId = newId('trm');
    await Promise.all([
      tx.run(insertTerm, {
        id: termId,
        domain_id: domain.id,
        kind: 'registration',
        years,
        state: 'pending',
        accepted_at: call.now,
        hold_id: holdId,
        automatic: 0,
      }),
      enqueueProvision(tx, { domainId: domain.id, termId }),
      recordActivity(tx, {
        id: call.operationId,
        at: call.now,
        actor: call.actor,
        action: 'domain.register',
        subject: name,
        details: { years, credits: centsToCredits(amountCents) },
      }),
    ]);
    return {
      domain: {
        name,
        status: statusOf(domain, call),
        autoRenew: parsed.autoRenew,
        privacyEnabled: parsed.privacyEnabled,
        years,
        expiresAt: isoTime(domain.expires_at),
        createdAt: isoTime(domain.created_at),
        creditsCharged: centsToCredits(amountCents),
      },
    };
  },
});

export function tooLong(totalYearsMax: number): Refusal {
  return invalidRequest({
    path: 'years',
    message: `the registry allows at most ${totalYearsMax} years in total`,
  });
}

export function requirePrice(name: string, prices: ReadonlyMap<string, Price>): Price {
  const place = placeOf(name, (suffix) => prices.has(suffix));
  const price = place === null ? undefined : prices.get(place.suffix);
  if (place === null || price === undefined) {
    const message = `names under .${name.slice(name.lastIndexOf('.') + 1)} cannot be registered here`;
    throw new Refusal('unsupported_tld', `domain: ${message}`, {
      fields: [{ path: 'domain', message }],
    });
  }
  if (!place.isRegistrable) {
    throw invalidRequest({
      path: 'domain',
      message: `must be one label under .${place.suffix}, and not a reserved one`,
    });
  }
  return price;
}

function domainTaken(): Refusal {
  return new Refusal(
    'domain_taken',
    'This name is registered already or its registration is pending.',
  );
}

function newDomain(
  call: Parameters<typeof statusOf>[1],
  parsed: {
    readonly name: string;
    readonly years: number;
    readonly autoRenew: boolean;
    readonly privacyEnabled: boolean;
    readonly contact: RegistrantContact;
  },
  premium: PremiumPrice | null,
): DomainRow {
  return {
    id: newId('dom'),
    workspace_id: call.actor.workspaceId,
    name: parsed.name,
    state: 'provisioning',
    visible: 1,
    auto_renew: parsed.autoRenew ? 1 : 0,
    privacy_enabled: parsed.privacyEnabled ? 1 : 0,
    transfer_locked: 1,
    nameservers: JSON.stringify(call.services.rules.defaultNameservers),
    contact: JSON.stringify(parsed.contact),
    premium: premium === null ? null : JSON.stringify(premium),
    desired_revision: 1,
    applied_revision: 0,
    auth_code: null,
    years: parsed.years,
    created_at: call.now,
    expires_at: extendExpiry(call.now, { years: parsed.years, acceptedAt: call.now }),
    registry_expires_at: null,
    renewal_failed: 0,
    due_at: null,
    noticed_until: call.now,
    renewal_tried_at: null,
    release_began_at: null,
    extension_tried_at: null,
  };
}

/** Registries compare contacts by content: the same person should always read the same. */
export function normaliseContact(contact: RegistrantContact): RegistrantContact {
  const trimmed = Object.fromEntries(
    contactFields.map((field) => [field, (contact[field] ?? '').trim()]),
  ) as Record<(typeof contactFields)[number], string>;
  return { ...trimmed, country: trimmed.country.toUpperCase() };
}
