/** How long to leave a server alone after a failed connection. */

export interface BackoffPolicy {
  readonly baseMs: number;
  readonly maxMs: number;
}

/** Doubles with each failure; between half and all of it, so that many clients do not return at once. */
export function backoffMs(policy: BackoffPolicy, failures: number, random: () => number): number {
  const fullMs = Math.min(policy.maxMs, policy.baseMs * 2 ** Math.min(failures - 1, 30));
  return Math.round(fullMs / 2 + (fullMs / 2) * random());
}
