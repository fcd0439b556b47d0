/** The price of a term: whole credits per year; premium names at the registry's price. */
import { centsPerCredit } from '../base/money.ts';
import type { PremiumPrice } from '../storage/tables/domains/domains.ts';
import { isRegistrable, suffixesOf } from './domain-name.ts';

export interface Price {
  readonly registerCredits: number;
  readonly renewCredits: number;
  /** For one restore of a deleted domain; absent or null: not offered. */
  readonly restoreCredits?: number | null;
  /** For one transfer from another registrar; absent or null: as much as a year of renewal. */
  readonly transferCredits?: number | null;
}

/** By suffix. */
export type PriceList = ReadonlyMap<string, Price>;

/** The priced suffix a name is under. */
export interface Offer {
  readonly suffix: string;
  readonly price: Price;
  readonly isRegistrable: boolean;
}

/** Null when no suffix of the name is sold. */
export function findOffer(name: string, prices: PriceList): Offer | null {
  for (const suffix of suffixesOf(name)) {
    const price = prices.get(suffix);
    if (price !== undefined) return { suffix, price, isRegistrable: isRegistrable(name, suffix) };
  }
  return null;
}

/** Reserved by RFC 2606, 6761, 7686, 8375 and 9476: these suffixes cannot be sold or priced. */
export const unpriceableSuffixes: readonly string[] = [
  'test',
  'example',
  'invalid',
  'localhost',
  'local',
  'onion',
  'internal',
  'alt',
  'arpa',
];

interface PricedTerm {
  readonly kind: 'registration' | 'renewal';
  readonly price: Price;
  readonly premium: PremiumPrice | null;
}

export function termCostCents(term: PricedTerm & { readonly years: number }): number {
  const { registerCredits, renewCredits } = term.price;
  const standard = term.kind === 'registration' ? registerCredits : renewCredits;
  return creditsPerYear(term, standard) * term.years * centsPerCredit;
}

/** With the year that most registries add. */
export function transferCostCents({ price, premium }: Omit<PricedTerm, 'kind'>): number {
  const standard = price.transferCredits ?? price.renewCredits;
  return creditsPerYear({ kind: 'renewal', premium }, standard) * centsPerCredit;
}

function creditsPerYear(term: Pick<PricedTerm, 'kind' | 'premium'>, standard: number): number {
  if (term.premium === null) return standard;
  if ('factor' in term.premium) return Math.ceil(standard * term.premium.factor);
  const { registerCredits, renewCredits } = term.premium;
  // A name that costs the registry's customer more is never sold for less.
  return Math.max(standard, term.kind === 'registration' ? registerCredits : renewCredits);
}
