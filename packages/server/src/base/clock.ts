/**
 * Two clocks. The machine clock drives leases, backoff, limits and delays and never jumps. The
 * calendar clock drives everything a customer sees as a date; in the sandbox it can be moved
 * forward, so its offset is stored in the database and read with each request or job.
 */
export interface MachineClock {
  now(): number;
}

export const systemClock: MachineClock = { now: () => Date.now() };
