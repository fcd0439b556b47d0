/** Days and times as notices show them, in UTC. */
import { dayMs } from '@hostmaster/contract/durations';
import { once } from '../base/once.ts';

/** In calendar days, to match the date beside it. */
export function inDays(now: number, then: number): string {
  const days = Math.floor(then / dayMs) - Math.floor(now / dayMs);
  if (days === 0) return 'today';
  return days === 1 ? 'tomorrow' : `in ${days} days`;
}

/** Made once, because that costs more than rendering a notice, and not by commands that render none. */
const dayFormat = once(
  () =>
    new Intl.DateTimeFormat('en-GB', {
      day: 'numeric',
      month: 'long',
      year: 'numeric',
      timeZone: 'UTC',
    }),
);

export function formatDay(at: number): string {
  return dayFormat().format(at);
}

/** `1 March 2030, 00:30 UTC`. */
export function formatMinute(at: number): string {
  return `${formatDay(at)}, ${new Date(at).toISOString().slice(11, 16)} UTC`;
}

export function isoDay(at: number): string {
  return new Date(at).toISOString().slice(0, 10);
}
