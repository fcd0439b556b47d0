/** What a term costs: whole credits per year, premium names by what the registry asks. */
import { centsPerCredit } from '../base/money.ts';
import type { PremiumPrice } from '../registrars/registrar.ts';

export interface Price {
  readonly registerCredits: number;
  readonly renewCredits: number;
}

/** Names reserved by RFC 2606, 6761, 7686, 8375 and 9476: nobody sells them, so nobody prices them. */
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
  return term.kind === 'registration' ? term.premium.registerCredits : term.premium.renewCredits;
}
