/** The balance as renewals fall due: points for the chart, and the day it runs short. */
import { roundCents } from '../ui/text/credits.tsx';
import type { Forecast } from './credits-query.ts';

export interface BalancePoint {
  readonly at: number;
  /** Negative when credits are missing. */
  readonly balance: number;
}

type Days = Forecast['days'];

/** From now to the end; each day with renewals is one step. */
export function balanceLine(
  balance: number,
  days: Days,
  span: { readonly from: number; readonly until: number },
): readonly BalancePoint[] {
  const points: BalancePoint[] = [{ at: span.from, balance }];
  let left = balance;
  for (const day of days) {
    const at = Math.min(Math.max(Date.parse(day.at), span.from), span.until);
    points.push({ at, balance: left });
    left = roundCents(left - day.credits);
    points.push({ at, balance: left });
  }
  return [...points, { at: span.until, balance: left }];
}

/** The first renewal that the balance does not cover; null when it covers all of them. */
export function shortFrom(balance: number, days: Days): string | null {
  let left = balance;
  for (const day of days) {
    left = roundCents(left - day.credits);
    if (left < 0) return day.at;
  }
  return null;
}
