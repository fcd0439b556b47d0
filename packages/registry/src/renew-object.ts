/** Adds years if and only if the sender names the current expiry. */
import { addYears } from '@hostmaster/contract/durations';
import { loadOwnObject } from './own-object.ts';
import {
  isYears,
  type RegistryMoment,
  type RenewObject,
  yearsRefusal,
} from './registry-command.ts';
import { gracePeriodMs } from './registry-object.ts';
import { doneReply, type RegistryReply, refusal, resultCode } from './registry-reply.ts';
import { updateObject } from './storage/queries/objects.ts';
import type { RegistryTx } from './storage/schema.ts';
import type { GracePeriod, ObjectStatus } from './storage/tables/objects.ts';

const prohibitingStatuses: readonly ObjectStatus[] = [
  'serverRenewProhibited',
  'clientRenewProhibited',
  'pendingDelete',
];

export async function renewObject(
  tx: RegistryTx,
  command: RenewObject,
  now: RegistryMoment,
): Promise<RegistryReply> {
  if (!isYears(command.years)) return yearsRefusal();
  const loaded = await loadOwnObject(tx, command, now);
  if ('refused' in loaded) return loaded.refused;
  const { object } = loaded;
  if (object.statuses.some((status) => prohibitingStatuses.includes(status))) {
    return refusal(resultCode.statusProhibits, 'The registry does not renew this name.');
  }
  if (!isSameExpiry(object.expiresAt, command.currentExpiresAt)) {
    return refusal(
      resultCode.valuePolicy,
      `The name expires at ${isoTime(object.expiresAt)}, not at ${isoTime(command.currentExpiresAt)}.`,
    );
  }
  const expiresAt = addYears(object.expiresAt, command.years);
  const running = object.gracePeriods.filter((period) => period.until > now.calendar);
  const renewPeriod: GracePeriod = { kind: 'renewPeriod', until: now.calendar + gracePeriodMs };
  await tx.run(updateObject, {
    ...object,
    updatedAt: now.calendar,
    expiresAt,
    gracePeriods: [...running, renewPeriod],
  });
  return doneReply(expiresAt);
}

/** EPP clients send only the day. */
function isSameExpiry(expiresAt: number, claimed: number | string): boolean {
  return typeof claimed === 'number'
    ? expiresAt === claimed
    : isoTime(expiresAt).slice(0, 10) === claimed;
}

/** The sender's time may be outside the range of Date. */
function isoTime(at: number | string): string {
  const date = new Date(at);
  return Number.isNaN(date.getTime()) ? String(at) : date.toISOString();
}
