/**
 * The redemption of deleted names (RFC 3915): first they can be restored, then they wait for their
 * purge. A restore is a request and a report; without the report the name is as deleted as before.
 */
import { dayMs } from '@hostmaster/contract/durations';
import { behaviourOf } from './behaviours.ts';
import type { RegistryMoment } from './registry-command.ts';
import type { RegistryObject } from './storage/tables/objects.ts';

/** How long the registry waits for the report of a restore. */
const reportMs = 7 * dayMs;
const ownRedemption = { redemptionMs: 30 * dayMs, pendingDeleteMs: 5 * dayMs };

export type DeletionPhase = 'redemption' | 'restoring' | 'final';

export function redemptionOf(
  name: string,
  { policy }: RegistryMoment,
): { readonly redemptionMs: number; readonly pendingDeleteMs: number } {
  if (behaviourOf(name).hasRedemption) return ownRedemption;
  return { redemptionMs: policy.redemptionMs, pendingDeleteMs: 0 };
}

/** Null for a name that is not deleted. */
export function phaseOf(
  object: Pick<RegistryObject, 'redemptionUntil' | 'restoreRequestedAt'>,
  calendar: number,
): DeletionPhase | null {
  const { redemptionUntil, restoreRequestedAt } = object;
  if (redemptionUntil === null) return null;
  if (restoreRequestedAt !== null && calendar < restoreRequestedAt + reportMs) return 'restoring';
  return calendar < redemptionUntil ? 'redemption' : 'final';
}

/** True while nothing keeps the name from being free. */
export function isPurged(
  {
    purgesAt,
    ...object
  }: Pick<RegistryObject, 'purgesAt' | 'redemptionUntil' | 'restoreRequestedAt'>,
  calendar: number,
): boolean {
  return purgesAt !== null && purgesAt <= calendar && phaseOf(object, calendar) !== 'restoring';
}
