/**
 * POST /v1/domains/check. Names under suffixes that are not sold are dropped; a name that can never
 * be registered under one that is sold is simply not available, so one bad name never fails a batch.
 */
import { normaliseDomainName } from '../../domains/domain-name.ts';
import { isHostname } from '../../domains/host-labels.ts';
import { findOffer } from '../../domains/pricing.ts';
import { readOperation } from '../operation.ts';
import { loadOffers, loadPricesOf } from '../prices/load-prices.ts';
import { checkAvailability } from './availability.ts';
import { notAvailable } from './quote-registration.ts';

interface Candidate {
  readonly shown: string;
  /** Null when the text cannot be normalised to a name. */
  readonly name: string | null;
}

export const checkDomains = readOperation('checkDomains', async (reader, call, input) => {
  const candidates = candidatesOf([
    ...(input.domain === undefined ? [] : [input.domain]),
    ...(input.domains ?? []),
  ]);
  const { workspaceId } = call.actor;
  const prices = await loadOffers(
    reader,
    call,
    candidates.map(({ shown }) => shown),
  );
  const offered = candidates.map(({ shown, name }) => ({
    shown,
    name,
    offer: findOffer(shown, prices),
  }));
  // A bare suffix is under no suffix itself, and is listed as not available.
  const bare = await loadPricesOf(reader, {
    workspaceId,
    suffixes: offered.flatMap(({ shown, offer }) =>
      offer === null && isHostname(shown) ? [shown] : [],
    ),
  });
  const sold = offered.filter(({ shown, offer }) => offer !== null || bare.has(shown));
  const registrable = sold.flatMap(({ name, offer }) =>
    name !== null && offer?.isRegistrable === true ? [name] : [],
  );
  const availability = await checkAvailability(reader, call, registrable);
  return {
    results: sold.map(({ shown }) => {
      const { available, premium } = availability.get(shown) ?? notAvailable;
      return { domain: shown, available, isPremium: premium !== null };
    }),
  };
});

/** In order, without duplicates. A text that is no domain name is shown in lower case as sent. */
function candidatesOf(texts: readonly string[]): readonly Candidate[] {
  const byShown = new Map<string, Candidate>();
  for (const text of texts) {
    const name = normaliseDomainName(text);
    const shown = name ?? text.trim().toLowerCase().replace(/\.$/, '');
    if (!byShown.has(shown)) byShown.set(shown, { shown, name });
  }
  return [...byShown.values()];
}
