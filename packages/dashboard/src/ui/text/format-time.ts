/** Formats instants in the viewer's time zone and language. */
import { dayMs, hourMs, minuteMs, yearMs } from '@hostmaster/contract/durations';

const dates = new Intl.DateTimeFormat(undefined, { dateStyle: 'medium' });
const times = new Intl.DateTimeFormat(undefined, { dateStyle: 'medium', timeStyle: 'short' });
const exact = new Intl.DateTimeFormat(undefined, { dateStyle: 'full', timeStyle: 'long' });
const relative = new Intl.RelativeTimeFormat(undefined, { numeric: 'auto' });

export function formatDate(at: Date): string {
  return dates.format(at);
}

export function formatTime(at: Date): string {
  return times.format(at);
}

/** Date, time and time zone in full. */
export function formatExact(at: Date): string {
  return exact.format(at);
}

const steps: readonly { readonly unit: Intl.RelativeTimeFormatUnit; readonly ms: number }[] = [
  { unit: 'year', ms: yearMs },
  { unit: 'month', ms: 30 * dayMs },
  { unit: 'week', ms: 7 * dayMs },
  { unit: 'day', ms: dayMs },
  { unit: 'hour', ms: hourMs },
  { unit: 'minute', ms: minuteMs },
];

/** "3 days ago", "in 2 months"; under a minute "just now". */
export function formatRelative(at: Date, now: Date): string {
  const distanceMs = at.getTime() - now.getTime();
  for (const { unit, ms } of steps) {
    if (Math.abs(distanceMs) >= ms) return relative.format(Math.trunc(distanceMs / ms), unit);
  }
  return distanceMs > 0 ? 'in a moment' : 'just now';
}
