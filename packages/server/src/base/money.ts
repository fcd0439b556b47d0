/** Integer cents inside, numbers of credits (1 credit = 1 USD) at the edge. */
export const centsPerCredit = 100;

export function creditsToCents(credits: number): number | null {
  const cents = Math.round(credits * centsPerCredit);
  if (!Number.isSafeInteger(cents)) return null;
  return Math.abs(cents / centsPerCredit - credits) < 1e-9 ? cents : null;
}

export function centsToCredits(cents: number): number {
  return cents / centsPerCredit;
}

/** Reads an amount as an operator types it (`12`, `0.10`); null unless it is positive, in whole cents. */
export function parseCredits(text: string): number | null {
  const match = /^(\d{1,10})(?:\.(\d{1,2}))?$/.exec(text.trim());
  if (match === null) return null;
  const cents = Number(match[1]) * centsPerCredit + Number((match[2] ?? '').padEnd(2, '0'));
  return cents > 0 ? cents : null;
}

export function formatCredits(cents: number): string {
  return (cents / centsPerCredit).toLocaleString('en-US', {
    minimumFractionDigits: cents % centsPerCredit === 0 ? 0 : 2,
    maximumFractionDigits: 2,
  });
}
