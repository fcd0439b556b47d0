/** How long to wait before the next connection attempt after a failure. */

export interface BackoffPolicy {
  readonly baseMs: number;
  readonly maxMs: number;
}

/** Doubles with each failure; a random part from half to all of it, so that clients do not reconnect together. */
export function backoffMs(policy: BackoffPolicy, failures: number, random: () => number): number {
  const fullMs = Math.min(policy.maxMs, policy.baseMs * 2 ** Math.min(failures - 1, 30));
  return Math.round(fullMs / 2 + (fullMs / 2) * random());
}
