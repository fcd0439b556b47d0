/** The pure facts about a registered name. */
import { dayMs } from '@hostmaster/contract/durations';
import type { ObjectStatus, RegistryObject } from './storage/tables/objects.ts';

export const gracePeriodMs = 5 * dayMs;

/** The sponsor of names that the sandbox shows as registered by another registrar. */
const foreignSponsor = 'other-registrar';

const registeredElsewhere = { from: Date.UTC(2000, 0, 1), until: Date.UTC(2100, 0, 1) };

/** An object about which nothing is under way. */
export const settledFields = {
  updatedAt: null,
  gracePeriods: [],
  pendingTransaction: null,
  settlesAt: null,
  declineReason: null,
  dnssec: [],
  purgesAt: null,
  redemptionUntil: null,
  restoreRequestedAt: null,
  trade: null,
  transfer: null,
  transferUntil: null,
  creator: null,
} as const satisfies Partial<RegistryObject>;

export function foreignObject(name: string): RegistryObject {
  return {
    ...settledFields,
    name,
    repositoryId: 'FOREIGN-SANDBOX',
    sponsor: foreignSponsor,
    registrantId: 'FOREIGN',
    contactIds: { admin: 'FOREIGN', tech: 'FOREIGN', billing: 'FOREIGN' },
    nameservers: [],
    statuses: ['clientTransferProhibited'],
    privacyEnabled: true,
    authCode: '',
    authCodeSetAt: null,
    createdAt: registeredElsewhere.from,
    expiresAt: registeredElsewhere.until,
  };
}

/** Whether an object is registered follows from its fields and the machine clock; no timer runs. */
export function standingOf(
  object: Pick<RegistryObject, 'settlesAt' | 'declineReason'>,
  machineNow: number,
): 'pending' | 'registered' | 'declined' {
  if (object.settlesAt === null) return 'registered';
  if (object.settlesAt > machineNow) return 'pending';
  return object.declineReason === null ? 'registered' : 'declined';
}

export function withStatus(
  statuses: readonly ObjectStatus[],
  change: { readonly status: ObjectStatus; readonly isSet: boolean },
): readonly ObjectStatus[] {
  const others = statuses.filter((status) => status !== change.status);
  return change.isSet ? [...others, change.status] : others;
}
