/** An open recovery of an account without its second factors, and what ends it. */
import { dayMs } from '@hostmaster/contract/durations';
import { type RowWrite, removeAll } from '../storage/row-write.ts';
import { type Recovery, recoveries } from '../storage/tables/people/recoveries.ts';

/** How long it can be finished once it is due. */
const openMs = 7 * dayMs;

/** The recovery that still counts at this calendar time. */
export function openRecovery<R extends Recovery>(recovery: R | undefined, at: number): R | null {
  return recovery !== undefined && at < recovery.dueAt + openMs ? recovery : null;
}

/** With a second factor that was given, or another password. */
export function recoveryEnd(userId: string): readonly RowWrite[] {
  return [removeAll(recoveries, { userId })];
}
