/** Search as you type, and the quotes for a registration and a transfer, in the form the contract shows. */
import { isoTime } from '../base/iso-time.ts';
import { centsToCredits } from '../base/money.ts';
import { termCostCents, transferCostCents } from '../domains/pricing.ts';
import { balanceCents } from '../ledger/balances.ts';
import { isPrivacyOffered } from '../operations/domains/privacy.ts';
import {
  type NameQuote,
  quoteRegistration,
} from '../operations/registration/quote-registration.ts';
import { requireDomainName } from '../operations/registration/registrable-name.ts';
import { searchDomainList, searchDomains } from '../operations/registration/search-domains.ts';
import { offerTransfer } from '../operations/transfers/create-transfer.ts';
import type { DomainSummary } from '../rdap/summary.ts';
import type { Handlers } from './dashboard-handler.ts';

export const searchHandlers = {
  async searchDomains({ services, call }, input) {
    const { label, results } = await searchDomains(services.database, call, input.query);
    return {
      label,
      results: results.map(foundView),
    };
  },

  async searchDomainList({ services, call }, input) {
    const results = await searchDomainList(services.database, call, input.names);
    return {
      results: results.map(({ isName, found }) => ({ isName, found: found && foundView(found) })),
    };
  },

  async lookUpDomain({ services, call }, input) {
    const { database, lookUps } = services;
    const name = requireDomainName(input.domain);
    const { kind, server, summary } = await lookUps.lookUp(database, {
      workspaceId: call.actor.workspaceId,
      name,
      at: call.now,
      signal: call.clientGone?.() ?? new AbortController().signal,
    });
    return { domain: name, outcome: outcomes[kind], server, data: summary && summaryView(summary) };
  },

  async quoteRegistration({ services, call }, input) {
    const { database } = services;
    const quote = await quoteRegistration(database, call, input.domain);
    return {
      ...nameView(quote),
      isPrivacyOffered: isPrivacyOffered(call, quote.domain),
      quotes: quote.terms.map(({ years, costCents, expiresAt }) => ({
        years,
        credits: centsToCredits(costCents),
        expiresAt: isoTime(expiresAt),
      })),
      balance: centsToCredits(await balanceCents(database, call.actor.workspaceId)),
    };
  },

  async quoteTransfer({ services, call }, input) {
    const { database } = services;
    const domain = requireDomainName(input.domain);
    const offer = await offerTransfer(database, call, domain);
    return {
      domain,
      credits: centsToCredits(transferCostCents(offer)),
      renewCredits: centsToCredits(termCostCents({ ...offer, kind: 'renewal', years: 1 })),
      isPrivacyOffered: isPrivacyOffered(call, domain),
      balance: centsToCredits(await balanceCents(database, call.actor.workspaceId)),
    };
  },
} satisfies Partial<Handlers>;

const outcomes = {
  found: 'found',
  'not-found': 'not_found',
  'no-server': 'no_server',
  unavailable: 'unavailable',
} as const;

function summaryView({ name: _, statuses, nameservers, ...facts }: DomainSummary) {
  return { ...facts, statuses: [...statuses], nameservers: [...nameservers] };
}

function foundView(quote: NameQuote) {
  return { ...nameView(quote), registerCredits: centsToCredits(quote.registerCents) };
}

function nameView({ domain, available, isOwn, isPremium, renewCents }: NameQuote) {
  return { domain, available, isOwn, isPremium, renewCredits: centsToCredits(renewCents) };
}
