/** Purchases send the price that the page shows, so that a higher one is never charged unseen. */
import type { HostmasterError } from '@hostmaster/sdk';
import { formatCredits } from '../ui/text/credits.tsx';

interface Quote {
  readonly years: number;
  readonly credits: number;
}

/** The quote that the page shows for a choice of years. */
export function quoteFor<Q extends Quote>(quotes: readonly Q[], years: number): Q | undefined {
  return quotes.find((quote) => quote.years === years) ?? quotes[0];
}

export function priceShown(quote: Quote | undefined): { maxCredits?: number } {
  return quote === undefined ? {} : { maxCredits: quote.credits };
}

export function explainNewPrice({ required }: Pick<HostmasterError, 'required'>): string {
  const price = required === null ? 'has changed' : `is now ${formatCredits(required)}`;
  return `The price ${price}. You weren't charged. Review the new price and confirm again.`;
}

/** Why a purchase was not made; a new price is read with everything else of the workspace. */
export function explainPurchase(
  error: Pick<HostmasterError, 'code' | 'required'>,
  refresh: () => void,
): string | null {
  if (error.code === 'price_changed') {
    refresh();
    return explainNewPrice(error);
  }
  return error.code === 'insufficient_credits'
    ? "Your balance is too low. You weren't charged."
    : null;
}
