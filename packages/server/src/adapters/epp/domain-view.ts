/** Converts an EPP domain to the registrar port's type. */
import type { DomainInfo, Nameservers } from '@hostmaster/epp';
import type { HostAddresses, RegistryDomain } from '../../registrars/registrar.ts';
import type { RegistrantView } from './contact-book.ts';
import type { RegistryConfig } from './registry-config.ts';
import { signerFrom } from './signer-data.ts';

export const lockStatus = 'clientTransferProhibited';
export const holdStatus = 'clientHold';

const pendingStatuses = {
  pendingCreate: 'create',
  pendingRenew: 'renew',
  pendingUpdate: 'update',
  pendingDelete: 'delete',
  pendingTransfer: 'transfer',
} as const satisfies Record<string, NonNullable<RegistryDomain['pending']>>;

export function viewOf(
  info: DomainInfo,
  facts: {
    readonly clientId: string;
    readonly showsAuthCode: boolean;
    readonly registrant: RegistrantView;
    readonly hostAddresses: HostAddresses;
    readonly redemptionMs: number | null;
    readonly dnssecData: RegistryConfig['dnssecData'];
  },
): RegistryDomain {
  const name = info.name.toLowerCase();
  if (info.sponsorId !== facts.clientId) return foreign(name, info);
  const pending = info.statuses.find((status) => status in pendingStatuses);
  return {
    name,
    isOurs: true,
    // An empty code is as good as none.
    authCode: (facts.showsAuthCode && info.authInfo) || null,
    createdAt: info.createdAt?.getTime() ?? null,
    createdByUs: info.creatorId === undefined ? null : info.creatorId === facts.clientId,
    registrantOwner: facts.registrant.owner,
    expiresAt: info.expiresAt?.getTime() ?? null,
    nameservers: hostNames(info.nameservers),
    hostAddresses: facts.hostAddresses,
    dnssec: info.dnssec.map((data) => signerFrom(name, data, facts.dnssecData)),
    privacyEnabled: facts.registrant.isPrivate,
    isDisclosed: facts.registrant.isDisclosed,
    transferLocked: info.statuses.includes(lockStatus),
    clientHold: info.statuses.includes(holdStatus),
    serverHold: info.statuses.includes('serverHold'),
    pending:
      pending === undefined ? null : pendingStatuses[pending as keyof typeof pendingStatuses],
    deletion: facts.redemptionMs === null ? null : deletionOf(info, facts.redemptionMs),
  };
}

const phases = {
  redemptionPeriod: 'redemption',
  pendingRestore: 'restoring',
  pendingDelete: 'final',
} as const;

/** EPP does not tell the end of the period; the deletion was the last update. */
function deletionOf(
  { rgpStatuses, updatedAt }: DomainInfo,
  redemptionMs: number,
): RegistryDomain['deletion'] {
  const status = rgpStatuses.find((each) => each in phases);
  if (status === undefined) return null;
  const deletedAt = updatedAt?.getTime();
  return {
    phase: phases[status as keyof typeof phases],
    restorableUntil: deletedAt === undefined ? null : deletedAt + redemptionMs,
  };
}

/** Registries show other sponsors' domains only in part; those fields are not used. */
export function foreign(name: string, seen?: DomainInfo): RegistryDomain {
  return {
    name,
    isOurs: false,
    authCode: null,
    createdAt: seen?.createdAt?.getTime() ?? null,
    createdByUs: null,
    registrantOwner: null,
    expiresAt: seen?.expiresAt?.getTime() ?? null,
    nameservers: [],
    hostAddresses: null,
    dnssec: [],
    privacyEnabled: true,
    transferLocked: true,
    clientHold: false,
    serverHold: false,
    pending: null,
    deletion: null,
  };
}

export function hostNames(nameservers: Nameservers | undefined): string[] {
  if (nameservers === undefined) return [];
  const names =
    nameservers.kind === 'objects' ? nameservers.names : nameservers.hosts.map(({ name }) => name);
  return names.map((name) => name.toLowerCase());
}
