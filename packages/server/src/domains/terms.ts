/**
 * A registration, a transfer from another registrar and each renewal is a term. The expiry sold to
 * the customer is the fold over the terms that were not voided: each counts from the later of its
 * acceptance and the expiry before it. A transfer brings its expiry with it.
 */
import { addYears } from '@hostmaster/contract/durations';

export interface Term {
  readonly years: number;
  readonly acceptedAt: number;
  readonly state: 'pending' | 'posted' | 'voided';
  /** The expiry that came with a transfer. */
  readonly endsAt: number | null;
}

export function extendExpiry(expiresAt: number, term: Pick<Term, 'years' | 'acceptedAt'>): number {
  return addYears(Math.max(term.acceptedAt, expiresAt), term.years);
}

/** Expiry and the years most recently bought; null when every term was voided. */
export function foldTerms(terms: readonly Term[]): { expiresAt: number; years: number } | null {
  let expiresAt: number | null = null;
  let years = 0;
  for (const term of terms) {
    if (term.state === 'voided') continue;
    expiresAt = term.endsAt ?? extendExpiry(expiresAt ?? term.acceptedAt, term);
    years = term.years;
  }
  return expiresAt === null ? null : { expiresAt, years };
}
