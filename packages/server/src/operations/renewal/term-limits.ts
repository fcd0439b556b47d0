/** How many years can be bought: at most ten at a time, and no more in total than the registry allows. */
import { limits } from '@hostmaster/contract';
import { addYears } from '@hostmaster/contract/durations';
import { invalidRequest } from '../../base/errors.ts';
import { extendExpiry } from '../../domains/terms.ts';
import type { ReadCall } from '../operation.ts';

/** `expiresAt` is the expiry before the term; for a registration, now. */
export interface TermStart {
  readonly name: string;
  readonly expiresAt: number;
}

/** The expiry after the term; refuses a total that the registry does not allow. */
export function requireTerm(call: ReadCall, start: TermStart, years: number): number {
  const expiresAt = extendExpiry(start.expiresAt, { years, acceptedAt: call.now });
  if (expiresAt <= latestExpiry(call, start.name)) return expiresAt;
  const { totalYearsMax } = call.services.registrar.capabilitiesFor(start.name);
  throw invalidRequest({
    path: 'years',
    message: `the registry allows at most ${totalYearsMax} years in total`,
  });
}

/**
 * The terms to offer now, shortest first: at most ten years in all, also where the registry, as the
 * sandbox, and so `requireTerm` accept more.
 */
export function possibleTerms(
  call: ReadCall,
  start: TermStart,
): { readonly years: number; readonly expiresAt: number }[] {
  const latest = Math.min(latestExpiry(call, start.name), addYears(call.now, limits.yearsMax));
  return Array.from({ length: limits.yearsMax }, (_, index) => index + 1)
    .map((years) => ({
      years,
      expiresAt: extendExpiry(start.expiresAt, { years, acceptedAt: call.now }),
    }))
    .filter(({ expiresAt }) => expiresAt <= latest);
}

function latestExpiry(call: ReadCall, name: string): number {
  const { totalYearsMax } = call.services.registrar.capabilitiesFor(name);
  return totalYearsMax === null ? Number.POSITIVE_INFINITY : addYears(call.now, totalYearsMax);
}
