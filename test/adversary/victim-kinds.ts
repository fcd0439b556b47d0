/** What the victim does, and what it measures. */
export const victimKinds = ['get', 'record', 'answer', 'transfer'] as const;
export type VictimKind = (typeof victimKinds)[number];

export interface VictimResult {
  readonly p99Ms: Readonly<Record<VictimKind, number>>;
  readonly failures: readonly string[];
}
