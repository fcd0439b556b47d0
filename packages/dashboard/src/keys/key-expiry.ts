/** The expiry of a new key: never, after a period, or on a date. */
import { dayMs } from '@hostmaster/contract/durations';
import { dayStart } from '../ui/text/day-start.ts';

export const expiryLabels = {
  never: 'No expiration',
  '30d': '30 days',
  '90d': '90 days',
  '1y': '1 year',
  day: 'Custom date',
} as const;

export type Expiry = keyof typeof expiryLabels;

export interface ExpiryValues {
  readonly expiry: Expiry;
  /** `2027-01-31`, for `day` only. */
  readonly expiryDay: string;
}

const lastsDays = { '30d': 30, '90d': 90, '1y': 365 } as const;

/** A key stays valid until the end of the chosen day in the viewer's time zone. */
export function expiresAt(values: ExpiryValues, now: number): string | null {
  const { expiry, expiryDay } = values;
  if (expiry === 'never') return null;
  if (expiry !== 'day') return new Date(now + lastsDays[expiry] * dayMs).toISOString();
  return dayStart(expiryDay, 1).toISOString();
}

export function expiryProblem(values: ExpiryValues, now: number): string | null {
  if (values.expiry !== 'day') return null;
  if (!/^\d{4,6}-\d\d-\d\d$/.test(values.expiryDay)) return 'Choose an expiration date.';
  const end = expiresAt(values, now);
  return end !== null && Date.parse(end) > now ? null : 'Choose today or a later date.';
}
