/** The desired state of a domain as sent to the registry, and the changes that lead to it. */

import { loadEach } from '@hostmaster/storage';
import { addressChanges } from '../domains/address-changes.ts';
import type {
  HostAddresses,
  RegistrarCapabilities,
  Registration,
  RegistryDomain,
  UpdateCommand,
} from '../registrars/registrar.ts';
import { findHeldDomains } from '../storage/queries/domains/domains.ts';
import { listOwnersRecords } from '../storage/queries/records/records.ts';
import type { HostmasterReader } from '../storage/schema.ts';
import type { DomainHold } from '../storage/tables/domains/domain-holds.ts';
import type { Domain, DomainWith } from '../storage/tables/domains/domains.ts';
import { areSameSigners } from '../zones/delegation-signers.ts';
import type { DesiredSigners } from './desired-signers.ts';

export type DesiredChanges = Pick<
  UpdateCommand,
  'nameservers' | 'privacyEnabled' | 'transferLocked' | 'clientHold' | 'dnssec'
>;

/** What the registry needs beside the row. */
export interface DesiredExtras {
  readonly hostAddresses?: HostAddresses;
  /** Undefined where no operator has changed it: then it stays as it is. */
  readonly hold?: Pick<DomainHold, 'isHeld'> | undefined;
  /** Absent or null for an unsigned domain. */
  readonly dnssec?: Pick<DesiredSigners, 'signers' | 'holdsNameservers'> | null;
}

export function desiredChanges(
  domain: DomainWith<'nameservers' | 'privacyEnabled' | 'transferLocked'>,
  found: RegistryDomain,
  capabilities: Pick<RegistrarCapabilities, 'transferLock' | 'privacy'>,
  { hostAddresses = {}, hold, dnssec = null }: DesiredExtras = {},
): DesiredChanges {
  const { nameservers } = domain.zone;
  const { privacyEnabled } = domain.owner;
  const { transferLocked } = domain.transferOut;
  const lockIsRight = !capabilities.transferLock || transferLocked === found.transferLocked;
  const privacyIsRight =
    !capabilities.privacy || (found.privacyEnabled ?? privacyEnabled) === privacyEnabled;
  const delegationIsRight =
    isSameSet(nameservers, found.nameservers) && hasAddresses(found, hostAddresses);
  const signers = dnssec?.signers ?? null;
  // Alone, so that a refusal is about them.
  if (signers !== null && !areSameSigners(signers, found.dnssec)) return { dnssec: signers };
  return {
    ...(delegationIsRight || dnssec?.holdsNameservers === true ? {} : { nameservers }),
    ...(privacyIsRight ? {} : { privacyEnabled }),
    ...(lockIsRight ? {} : { transferLocked }),
    ...(hold === undefined || hold.isHeld === found.clientHold ? {} : { clientHold: hold.isHeld }),
  };
}

/** The parts of a command that name the owner it is sent for. */
export async function registrationOf(
  reader: HostmasterReader,
  domain: Domain,
): Promise<Pick<Registration, 'owner' | 'contact' | 'hostAddresses'>> {
  return {
    owner: domain.workspaceId,
    contact: domain.owner.contact,
    hostAddresses: await addressesOf(reader, domain),
  };
}

/**
 * A nameserver below a domain of the same workspace needs glue addresses at the registry: the A and
 * AAAA records of that name.
 */
export function addressesOf(reader: HostmasterReader, domain: Domain): Promise<HostAddresses> {
  const { zone, workspaceId } = domain;
  return recordedAddresses(reader, zone.nameservers, (row) => row.workspaceId === workspaceId);
}

/** The A and AAAA records of hosts below domains of this service. */
export async function recordedAddresses(
  reader: HostmasterReader,
  hosts: readonly string[],
  isAsked: (parent: { readonly workspaceId: string }) => boolean,
): Promise<HostAddresses> {
  const parents = [...new Set(hosts.flatMap(selfAndParents))];
  const held = await loadEach(reader, findHeldDomains, { names: parents });
  const addresses: Record<string, string[]> = {};
  for (const row of held) {
    if (!isAsked(row)) continue;
    const inside = hosts.filter((name) => selfAndParents(name).includes(row.name));
    const relative = (host: string) =>
      host === row.name ? '@' : host.slice(0, -row.name.length - 1);
    const names = inside.map(relative);
    const records = await reader.all(listOwnersRecords, { domainId: row.id, names });
    for (const host of inside) {
      addresses[host] = records
        .filter(({ type, name }) => (type === 'A' || type === 'AAAA') && name === relative(host))
        .map(({ value }) => value);
    }
  }
  return addresses;
}

/** Without address records a host keeps its addresses at the registry, which requires one. */
function hasAddresses(found: RegistryDomain, wanted: HostAddresses): boolean {
  return Object.entries(found.hostAddresses ?? {}).every(([host, has]) => {
    const wants = wanted[host] ?? [];
    const { add, remove } = addressChanges({ has, wants });
    return wants.length === 0 || add.length + remove.length === 0;
  });
}

function selfAndParents(name: string): string[] {
  const labels = name.split('.');
  return labels.slice(0, -1).map((_, index) => labels.slice(index).join('.'));
}

export function isSameSet(a: readonly string[], b: readonly string[]): boolean {
  const set = new Set(b);
  return set.size === a.length && a.every((name) => set.has(name));
}
