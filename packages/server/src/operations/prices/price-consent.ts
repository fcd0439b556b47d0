/** The highest price that the caller of a registration or renewal accepts. */
import { invalidRequest, PriceChanged } from '../../base/errors.ts';
import { creditsToCents } from '../../base/money.ts';

/** Null when the caller accepts any price. */
export function parseMaxCredits(maxCredits: number | undefined): number | null {
  if (maxCredits === undefined) return null;
  const cents = creditsToCents(maxCredits);
  if (cents !== null) return cents;
  throw invalidRequest({ path: 'maxCredits', message: 'must have at most two decimals' });
}

/** Refuses before anything is debited. */
export function requireConsent(amountCents: number, maxCents: number | null): void {
  if (maxCents !== null && amountCents > maxCents) throw new PriceChanged(amountCents);
}
