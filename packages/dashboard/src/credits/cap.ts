/** A spending cap as people type it; an empty field means none. */

import { formatAmount, formatCredits } from '../ui/text/credits.tsx';
import { readAmount } from './read-amount.ts';

export interface Spending {
  readonly cap: number | null;
  readonly spent: number;
}

const capMax = 1_000_000;

export const capHint = 'Credits per calendar month (UTC). Leave empty for no cap.';

export function capProblem(text: string): string | null {
  if (text.trim() === '') return null;
  const amount = readAmount(text);
  if (amount === null) return 'Enter a number, such as 25 or 25.50.';
  return amount > capMax ? `The maximum is ${formatCredits(capMax)}.` : null;
}

export function readCap(text: string): number | null {
  return text.trim() === '' ? null : readAmount(text);
}

/** "24 of 25 credits this month". */
export function spendingText({ cap, spent }: Spending): string {
  return cap === null
    ? `${formatCredits(spent)} this month`
    : `${formatAmount(spent)} of ${formatCredits(cap)} this month`;
}
