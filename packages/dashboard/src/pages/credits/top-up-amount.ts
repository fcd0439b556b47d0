/** Parses and validates the amount of a top-up. */

import type { CreditsData } from '../../credits/credits-query.ts';
import { readAmount } from '../../credits/read-amount.ts';
import { formatAmount } from '../../ui/text/credits.tsx';

export type TopUpTerms = CreditsData['topUp'];

export function amountProblem(text: string, terms: TopUpTerms): string | null {
  if (text.trim() === '') return 'Enter an amount.';
  const amount = readAmount(text);
  if (amount === null) return 'Enter a number, such as 25 or 25.50.';
  if (amount < terms.minimumCredits) {
    return `The minimum is ${formatAmount(terms.minimumCredits)} credits.`;
  }
  if (amount > terms.maximumCredits) {
    return `The maximum is ${formatAmount(terms.maximumCredits)} credits.`;
  }
  return null;
}

/** The initial amount: the missing credits rounded up, or a default. */
export function firstAmount(missing: number | undefined, terms: TopUpTerms): string {
  const usual = terms.suggestions[1] ?? terms.minimumCredits;
  const wanted = missing === undefined ? usual : Math.ceil(missing);
  return String(Math.min(Math.max(wanted, terms.minimumCredits), terms.maximumCredits));
}
