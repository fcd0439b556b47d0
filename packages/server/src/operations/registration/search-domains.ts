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
  const quotes = await quoteAll(reader, call, candidates);
  return { label, results: candidates.flatMap(({ name }) => quotes.get(name) ?? []) };
}

export interface ListedResult {
  readonly isName: boolean;
  /** The name, or the word under its first suffix; null where no registry answers for it. */
  readonly found: NameQuote | null;
}

/** The best result for each text, with one question to the registries. */
export async function searchDomainList(
  reader: HostmasterReader,
  call: ReadCall,
  texts: readonly string[],
): Promise<readonly ListedResult[]> {
  const prices = await loadAllOffers(reader, call);
  const wanted = texts.map((text) => candidatesOf(text, prices));
  const best = wanted.map((each) => each?.candidates[0] ?? null);
  const quotes = await quoteAll(
    reader,
    call,
    best.filter((candidate) => candidate !== null),
  );
  return best.map((candidate, index) => ({
    isName: wanted[index] !== null,
    found: candidate === null ? null : (quotes.get(candidate.name) ?? null),
  }));
}

/** By name. One registry that does not answer leaves out its own names only. */
async function quoteAll(
  reader: HostmasterReader,
  call: ReadCall,
  candidates: readonly Candidate[],
): Promise<ReadonlyMap<string, NameQuote>> {
  const registrable = candidates.flatMap(({ name, offer }) => (offer.isRegistrable ? [name] : []));
  const availability = await checkAvailabilityOfSome(reader, call, [...new Set(registrable)]);
  return new Map(
    candidates.flatMap(({ name, offer }) => {
      const answer = offer.isRegistrable ? availability.get(name) : notAvailable;
      return answer === undefined ? [] : [[name, quoteName(name, offer.price, answer)] as const];
    }),
  );
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
