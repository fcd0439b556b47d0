/**
 * Two clocks. The machine clock drives leases, backoff, limits and delays and never jumps. The
 * calendar clock drives everything a customer sees as a date; in the sandbox it can be moved
 * forward, so its offset lives in the database and is read with each request or job.
 */
export interface MachineClock {
  now(): number;
}

export const systemClock: MachineClock = { now: () => Date.now() };

const unitMs: Record<string, number> = {
  ms: 1,
  s: 1_000,
  m: 60_000,
  h: 3_600_000,
  d: 86_400_000,
  y: 365 * 86_400_000,
};

/** Reads `200ms`, `30s`, `5m`, `2h`, `340d`, `1y`; null when the text is no duration. */
export function parseDurationMs(text: string): number | null {
  const match = /^(\d{1,9})(ms|s|m|h|d|y)$/.exec(text.trim());
  const unit = match?.[2] === undefined ? undefined : unitMs[match[2]];
  if (match === null || unit === undefined) return null;
  return Number(match[1]) * unit;
}
