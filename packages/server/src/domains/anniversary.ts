/** The anniversaries of a registration: whole days of UTC, so that domains of one day are due together. */
import { addYears, dayMs } from '@hostmaster/contract/durations';

export interface Anniversary {
  readonly year: number;
  /** The start of the day. */
  readonly at: number;
}

export function anniversaryIn(createdAt: number, year: number): number {
  const at = addYears(createdAt, year - yearOf(createdAt));
  return at - (at % dayMs);
}

/** The first one after `now`; never the day of the registration itself. */
export function nextAnniversary(createdAt: number, now: number): Anniversary {
  for (let year = Math.max(yearOf(createdAt) + 1, yearOf(now)); ; year += 1) {
    const at = anniversaryIn(createdAt, year);
    if (at > now) return { year, at };
  }
}

function yearOf(at: number): number {
  return new Date(at).getUTCFullYear();
}
