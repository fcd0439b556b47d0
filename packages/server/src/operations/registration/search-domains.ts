/** Names that can be registered, with their prices: a whole name by itself, a word under every suffix. */
import { normaliseDomainName } from '../../domains/domain-name.ts';
import { isHostname, toAsciiName } from '../../domains/host-labels.ts';
import { findOffer, type Offer, type PriceList } from '../../domains/pricing.ts';
import type { HostmasterReader } from '../../storage/schema.ts';
import type { ReadCall } from '../operation.ts';
import { loadAllOffers } from '../prices/load-prices.ts';
import { checkAvailabilityOfSome } from './availability.ts';
import { type NameQuote, notAvailable, quoteName } from './quote-registration.ts';

export interface SearchResult {
  /** Null when the text makes no name. */
  readonly label: string | null;
  readonly results: readonly NameQuote[];
}

/** Listed first; the other suffixes follow alphabetically. */
const popularSuffixes = ['com', 'net', 'org', 'io', 'dev', 'app', 'co', 'ai', 'me'];

export async function searchDomains(
  reader: HostmasterReader,
  call: ReadCall,
  text: string,
): Promise<SearchResult> {
  const prices = await loadAllOffers(reader, call);
  const wanted = candidatesOf(text, prices);
  if (wanted === null) return { label: null, results: [] };
  const { label, candidates } = wanted;
  const registrable = candidates.filter(({ offer }) => offer.isRegistrable);
  const availability = await checkAvailabilityOfSome(
    reader,
    call,
    registrable.map(({ name }) => name),
  );
  return {
    label,
    results: candidates.flatMap(({ name, offer }) => {
      // One registry that does not answer leaves out its own names only.
      const answer = offer.isRegistrable ? availability.get(name) : notAvailable;
      return answer === undefined ? [] : [quoteName(name, offer.price, answer)];
    }),
  };
}

interface Candidate {
  readonly name: string;
  readonly offer: Offer;
}

/** Null when the text makes no name. */
function candidatesOf(
  text: string,
  prices: PriceList,
): { readonly label: string; readonly candidates: readonly Candidate[] } | null {
  const whole = normaliseDomainName(text);
  const offer = whole === null ? null : findOffer(whole, prices);
  if (whole !== null && offer !== null) {
    return { label: whole.split('.')[0] ?? '', candidates: [{ name: whole, offer }] };
  }
  const label = toAsciiName(text.trim().split('.')[0]?.replaceAll(/\s+/g, '') ?? '');
  if (label === null || label.includes('.') || !isHostname(`${label}.com`)) return null;
  const candidates = [...prices.keys()]
    .sort((a, b) => rank(a) - rank(b) || (a < b ? -1 : 1))
    .flatMap((suffix) => {
      const name = `${label}.${suffix}`;
      const found = findOffer(name, prices);
      return found === null ? [] : [{ name, offer: found }];
    });
  return { label, candidates };
}

function rank(suffix: string): number {
  const index = popularSuffixes.indexOf(suffix);
  return index === -1 ? popularSuffixes.length : index;
}
