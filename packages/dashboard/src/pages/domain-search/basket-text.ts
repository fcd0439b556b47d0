/** How many names a basket has, and what they cost. */
import { formatAmount, formatCredits, roundCents } from '../../ui/text/credits.tsx';
import type { BasketItem } from './use-basket.ts';

export function countText(count: number): string {
  return count === 1 ? '1 domain' : `${count} domains`;
}

/** The price of one year: "36 credits, then 42 a year". */
export function totalText(items: readonly BasketItem[]): string {
  const first = roundCents(items.reduce((sum, item) => sum + item.registerCredits, 0));
  const later = roundCents(items.reduce((sum, item) => sum + item.renewCredits, 0));
  const then = first === later ? ' a year' : `, then ${formatAmount(later)} a year`;
  return `${formatCredits(first)}${then}`;
}
