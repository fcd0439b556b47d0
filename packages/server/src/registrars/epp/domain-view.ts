/** Converts an EPP domain to the registrar port's type. */
import type { DomainInfo, Nameservers } from '@hostmaster/epp';
import type { HostAddresses, RegistryDomain } from '../registrar.ts';

export const lockStatus = 'clientTransferProhibited';
export const holdStatus = 'clientHold';

const pendingStatuses = {
  pendingCreate: 'create',
  pendingRenew: 'renew',
  pendingUpdate: 'update',
  pendingDelete: 'delete',
} as const satisfies Record<string, NonNullable<RegistryDomain['pending']>>;

export function viewOf(
  info: DomainInfo,
  facts: {
    readonly clientId: string;
    readonly privacyEnabled: boolean;
    readonly hostAddresses: HostAddresses;
  },
): RegistryDomain {
  const name = info.name.toLowerCase();
  const expiresAt = info.expiresAt?.getTime() ?? 0;
  if (info.sponsorId !== facts.clientId) return foreign(name, { info, expiresAt });
  const pending = info.statuses.find((status) => status in pendingStatuses);
  return {
    name,
    isOurs: true,
    authCode: info.authInfo ?? null,
    createdAt: info.createdAt?.getTime() ?? 0,
    expiresAt,
    nameservers: hostNames(info.nameservers),
    hostAddresses: facts.hostAddresses,
    privacyEnabled: facts.privacyEnabled,
    transferLocked: info.statuses.includes(lockStatus),
    clientHold: info.statuses.includes(holdStatus),
    serverHold: info.statuses.includes('serverHold'),
    pending:
      pending === undefined ? null : pendingStatuses[pending as keyof typeof pendingStatuses],
  };
}

/** Registries show other sponsors' domains only in part; those fields are not used. */
export function foreign(
  name: string,
  seen?: { readonly info: DomainInfo; readonly expiresAt: number },
): RegistryDomain {
  return {
    name,
    isOurs: false,
    authCode: null,
    createdAt: seen?.info.createdAt?.getTime() ?? 0,
    expiresAt: seen?.expiresAt ?? 0,
    nameservers: [],
    hostAddresses: null,
    privacyEnabled: true,
    transferLocked: true,
    clientHold: false,
    serverHold: false,
    pending: null,
  };
}

export function hostNames(nameservers: Nameservers | undefined): string[] {
  if (nameservers === undefined) return [];
  const names =
    nameservers.kind === 'objects' ? nameservers.names : nameservers.hosts.map(({ name }) => name);
  return names.map((name) => name.toLowerCase());
}
