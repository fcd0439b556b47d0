/**
 * For a time after its registration, after a transfer to us and after a change of its owner a domain
 * stays locked against transfers to another registrar. Computed from dates, never stored. Pure.
 */
export interface MoveDates {
  readonly createdAt: number;
  readonly transferredAt: number | null;
  readonly ownerChangedAt: number | null;
}

export type LockReason = 'registration' | 'transfer' | 'owner_change';

/** Why and until when the lock cannot be lifted. */
export interface TransferBar {
  readonly until: number;
  readonly reason: LockReason;
}

/** The latest event decides; null when the lock can be lifted. */
export function transferBar(
  dates: MoveDates,
  at: { readonly now: number; readonly lockMs: number },
): TransferBar | null {
  const events: readonly (readonly [LockReason, number | null])[] = [
    ['registration', dates.createdAt],
    ['transfer', dates.transferredAt],
    ['owner_change', dates.ownerChangedAt],
  ];
  let bar: TransferBar | null = null;
  for (const [reason, happenedAt] of events) {
    const until = happenedAt === null ? at.now : happenedAt + at.lockMs;
    if (until > at.now && until > (bar?.until ?? 0)) bar = { until, reason };
  }
  return bar;
}
