/** The price of a term: whole credits per year; premium names at the registry's price. */
import { centsPerCredit } from '../base/money.ts';
import type { PremiumPrice } from '../storage/tables/domains.ts';
import { isRegistrable, suffixesOf } from './domain-name.ts';

export interface Price {
  readonly registerCredits: number;
  readonly renewCredits: number;
  /** For one restore of a deleted domain; absent or null: not offered. */
  readonly restoreCredits?: number | null;
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

export function termCostCents(term: {
  readonly kind: 'registration' | 'renewal';
  readonly years: number;
  readonly price: Price;
  readonly premium: PremiumPrice | null;
}): number {
  return creditsPerYear(term) * term.years * centsPerCredit;
}

function creditsPerYear(term: {
  readonly kind: 'registration' | 'renewal';
  readonly price: Price;
  readonly premium: PremiumPrice | null;
}): number {
  const standard =
    term.kind === 'registration' ? term.price.registerCredits : term.price.renewCredits;
  if (term.premium === null) return standard;
  if ('factor' in term.premium) return Math.ceil(standard * term.premium.factor);
  const { registerCredits, renewCredits } = term.premium;
  // A name that costs the registry's customer more is never sold for less.
  return Math.max(standard, term.kind === 'registration' ? registerCredits : renewCredits);
}
