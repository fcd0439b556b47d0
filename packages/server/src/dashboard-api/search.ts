/** Search as you type, and the quote for a registration, in the form the contract shows. */
import { isoTime } from '../base/iso-time.ts';
import { centsToCredits } from '../base/money.ts';
import { balanceCents } from '../ledger/ledger.ts';
import { isPrivacyOffered } from '../operations/privacy.ts';
import { type NameQuote, quoteRegistration } from '../operations/quote-registration.ts';
import { searchDomains } from '../operations/search-domains.ts';
import type { Handlers } from './handler.ts';

export const searchHandlers = {
  async searchDomains({ services, call }, input) {
    const { label, results } = await searchDomains(services.database, call, input.query);
    return {
      label,
      results: results.map((quote) => ({
        ...nameView(quote),
        registerCredits: centsToCredits(quote.registerCents),
      })),
    };
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
} satisfies Partial<Handlers>;

function nameView({ domain, available, isOwn, isPremium, renewCents }: NameQuote) {
  return { domain, available, isOwn, isPremium, renewCredits: centsToCredits(renewCents) };
}
