/** Adds years if and only if the sender names the current expiry. */
import { addYears } from '../../domains/add-years.ts';
import { loadOwnObject } from './own-object.ts';
import { updateObject } from './queries.ts';
import {
  isYears,
  type RegistryMoment,
  type RenewObject,
  yearsRefusal,
} from './registry-command.ts';
import {
  type GracePeriod,
  gracePeriodMs,
  readGracePeriods,
  readStatuses,
} from './registry-object.ts';
import { doneReply, type RegistryReply, refusal, resultCode } from './registry-reply.ts';
import type { RegistryTx } from './schema.ts';

export async function renewObject(
  tx: RegistryTx,
  command: RenewObject,
  now: RegistryMoment,
): Promise<RegistryReply> {
  if (!isYears(command.years)) return yearsRefusal();
  const loaded = await loadOwnObject(tx, command, now);
  if ('refused' in loaded) return loaded.refused;
  const { row } = loaded;
  const prohibited = ['serverRenewProhibited', 'clientRenewProhibited', 'pendingDelete'] as const;
  if (readStatuses(row).some((status) => prohibited.some((other) => other === status))) {
    return refusal(resultCode.statusProhibits, 'The registry does not renew this name.');
  }
  if (!isSameExpiry(row.expires_at, command.currentExpiresAt)) {
    return refusal(
      resultCode.valuePolicy,
      `The name expires at ${isoTime(row.expires_at)}, not at ${isoTime(command.currentExpiresAt)}.`,
    );
  }
  const expiresAt = addYears(row.expires_at, command.years);
  const running = readGracePeriods(row).filter((period) => period.until > now.calendar);
  const renewPeriod: GracePeriod = { kind: 'renewPeriod', until: now.calendar + gracePeriodMs };
  await tx.run(updateObject, {
    ...row,
    updated_at: now.calendar,
    expires_at: expiresAt,
    grace_periods: JSON.stringify([...running, renewPeriod]),
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
