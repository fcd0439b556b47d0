/** A registered name as the registry shows it, and the pure facts about its row. */
import { dayMs } from '@hostmaster/contract/durations';
import type { DelegationSigner } from './registry-command.ts';
import type { ObjectRow } from './schema.ts';

/** Statuses of RFC 5731, section 2.3, as far as this registry sets them or lets clients set them. */
export type ObjectStatus =
  | ClientStatus
  | 'pendingCreate'
  | 'pendingDelete'
  | 'serverRenewProhibited';

export const clientStatuses = [
  'clientDeleteProhibited',
  'clientHold',
  'clientRenewProhibited',
  'clientTransferProhibited',
  'clientUpdateProhibited',
] as const;
export type ClientStatus = (typeof clientStatuses)[number];

/** Grace periods of RFC 3915, section 3.1: until then the registrar may undo the operation. */
export interface GracePeriod {
  readonly kind: 'addPeriod' | 'renewPeriod' | 'autoRenewPeriod';
  readonly until: number;
}

export interface RegistryObject {
  readonly name: string;
  readonly repositoryId: string;
  /** The client that sponsors the object. */
  readonly sponsor: string;
  readonly registrantId: string;
  readonly contactIds: Readonly<Record<string, string>>;
  readonly nameservers: readonly string[];
  readonly statuses: readonly ObjectStatus[];
  readonly privacyEnabled: boolean;
  readonly authCode: string;
  readonly createdAt: number;
  readonly updatedAt: number | null;
  readonly expiresAt: number;
  readonly gracePeriods: readonly GracePeriod[];
  readonly dnssec: readonly DelegationSigner[];
}

export const gracePeriodMs = 5 * dayMs;

/** The sponsor of names that the sandbox shows as registered by another registrar. */
const foreignSponsor = 'other-registrar';

const registeredElsewhere = { from: Date.UTC(2000, 0, 1), until: Date.UTC(2100, 0, 1) };

export function toObject(row: ObjectRow): RegistryObject {
  return {
    name: row.name,
    repositoryId: row.repository_id,
    sponsor: row.sponsor,
    registrantId: row.registrant_id,
    contactIds: JSON.parse(row.contact_ids),
    nameservers: JSON.parse(row.nameservers),
    statuses: readStatuses(row),
    privacyEnabled: row.privacy_enabled === 1,
    authCode: row.auth_code,
    createdAt: row.created_at,
    updatedAt: row.updated_at,
    expiresAt: row.expires_at,
    gracePeriods: readGracePeriods(row),
    dnssec: JSON.parse(row.dnssec),
  };
}

export function foreignObject(name: string): RegistryObject {
  return {
    name,
    repositoryId: 'FOREIGN-SANDBOX',
    sponsor: foreignSponsor,
    registrantId: 'FOREIGN',
    contactIds: { admin: 'FOREIGN', tech: 'FOREIGN', billing: 'FOREIGN' },
    nameservers: [],
    statuses: ['clientTransferProhibited'],
    privacyEnabled: true,
    authCode: '',
    createdAt: registeredElsewhere.from,
    updatedAt: null,
    expiresAt: registeredElsewhere.until,
    gracePeriods: [],
    dnssec: [],
  };
}

/** The state of an object is computed from its row and the machine clock; no timer has to run. */
export function standingOf(
  row: Pick<ObjectRow, 'settles_at' | 'decline_reason'>,
  machineNow: number,
): 'pending' | 'registered' | 'declined' {
  if (row.settles_at === null) return 'registered';
  if (row.settles_at > machineNow) return 'pending';
  return row.decline_reason === null ? 'registered' : 'declined';
}

export function readStatuses(row: Pick<ObjectRow, 'statuses'>): readonly ObjectStatus[] {
  return JSON.parse(row.statuses);
}

export function readGracePeriods(row: Pick<ObjectRow, 'grace_periods'>): readonly GracePeriod[] {
  return JSON.parse(row.grace_periods);
}

export function withStatus(
  statuses: readonly ObjectStatus[],
  change: { readonly status: ObjectStatus; readonly isSet: boolean },
): readonly ObjectStatus[] {
  const others = statuses.filter((status) => status !== change.status);
  return change.isSet ? [...others, change.status] : others;
}
