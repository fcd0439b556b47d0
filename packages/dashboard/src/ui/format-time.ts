/** Formats instants in the viewer's time zone and language. */
const dayMs = 24 * 3_600_000;

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
  { unit: 'year', ms: 365 * dayMs },
  { unit: 'month', ms: 30 * dayMs },
  { unit: 'week', ms: 7 * dayMs },
  { unit: 'day', ms: dayMs },
  { unit: 'hour', ms: 3_600_000 },
  { unit: 'minute', ms: 60_000 },
];

/** "3 days ago", "in 2 months"; under a minute "just now". */
export function formatRelative(at: Date, now: Date): string {
  const distanceMs = at.getTime() - now.getTime();
  for (const { unit, ms } of steps) {
    if (Math.abs(distanceMs) >= ms) return relative.format(Math.trunc(distanceMs / ms), unit);
  }
  return distanceMs > 0 ? 'in a moment' : 'just now';
}
