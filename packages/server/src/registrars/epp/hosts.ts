/** Nameservers at a registry: host objects that must exist before a name refers to them, or attributes. */
import { randomBytes } from 'node:crypto';
import {
  checkHosts,
  createHost,
  type DomainInfo,
  type EppPool,
  type HostInfo,
  infoHost,
  type Nameservers,
  updateHost,
} from '@hostmaster/epp';
import { addressChanges } from '../../domains/host-addresses.ts';
import type { Asker, HostAddresses } from '../registrar.ts';
import { ask, Refused } from './outcomes.ts';
import type { RegistryConfig } from './registry-config.ts';

export interface HostNeeds {
  readonly names: readonly string[];
  readonly addresses: HostAddresses;
}

/** Creates missing hosts and updates the addresses of hosts that we manage. */
export async function ensureHosts(
  pool: EppPool,
  config: RegistryConfig,
  needs: HostNeeds,
): Promise<void> {
  if (config.nameservers === 'attributes' || needs.names.length === 0) return;
  const { data } = await ask(pool, checkHosts, { names: needs.names });
  const existing = new Set(
    data.hosts.filter(({ available }) => !available).map(({ name }) => name.toLowerCase()),
  );
  for (const name of needs.names) {
    const addresses = needs.addresses[name] ?? [];
    // A host that the answer leaves out may be missing; creating an existing one is harmless.
    if (!existing.has(name)) await create(pool, { name, addresses });
    else if (addresses.length > 0) await correct(pool, config, { name, addresses });
  }
}

/** Hosts below the domain itself can only be created after it. */
export function isInside(host: string, name: string): boolean {
  return host === name || host.endsWith(`.${name}`);
}

export function nameserversOf(config: RegistryConfig, needs: HostNeeds): Nameservers {
  if (config.nameservers === 'objects') return { kind: 'objects', names: needs.names };
  return {
    kind: 'attributes',
    hosts: needs.names.map((name) => ({ name, addresses: needs.addresses[name] ?? [] })),
  };
}

/** The addresses that the registry has for the nameservers inside a name. */
export async function addressesInside(
  pool: EppPool,
  { name, nameservers }: Pick<DomainInfo, 'name' | 'nameservers'>,
  asker?: Asker,
): Promise<HostAddresses> {
  const isOwn = (host: string) => isInside(host.toLowerCase(), name.toLowerCase());
  const addresses: Record<string, readonly string[]> = {};
  if (nameservers?.kind === 'attributes') {
    for (const host of nameservers.hosts) {
      if (isOwn(host.name)) addresses[host.name.toLowerCase()] = host.addresses;
    }
  } else {
    for (const host of nameservers?.names.filter(isOwn) ?? []) {
      const shown = await infoOf(pool, host, asker);
      if (shown !== null) addresses[host.toLowerCase()] = shown.addresses;
    }
  }
  return addresses;
}

/** Null where the registry has no such host, or does not show it. */
async function infoOf(pool: EppPool, name: string, asker?: Asker): Promise<HostInfo | null> {
  try {
    return (await ask(pool, infoHost, { name }, asker)).data;
  } catch (error) {
    if (error instanceof Refused) return null;
    throw error;
  }
}

/**
 * A domain with subordinate hosts cannot be deleted (2305), and neither can a host that other
 * domains delegate to. Such hosts are renamed under a suffix that cannot be registered (RFC 9874).
 */
export async function moveHostsOut(
  pool: EppPool,
  config: RegistryConfig,
  hosts: readonly string[],
): Promise<void> {
  for (const name of hosts) {
    const { data } = await ask(pool, infoHost, { name });
    const newName = `h${randomBytes(8).toString('hex')}.${config.deletedHostSuffix}`;
    try {
      await ask(pool, updateHost, {
        name,
        // Addresses belong to hosts inside a name of the registry only.
        ...(data.addresses.length === 0 ? {} : { remove: { addresses: data.addresses } }),
        newName,
      });
    } catch (error) {
      if (error instanceof Refused) throw new Refused(error.code, `${name}: ${error.message}`);
      throw error;
    }
  }
}

async function create(pool: EppPool, host: { name: string; addresses: readonly string[] }) {
  try {
    await ask(pool, createHost, host);
  } catch (error) {
    // Another client, or an earlier send of ours, has already created the host.
    if (error instanceof Refused && error.code === 2302) return;
    if (error instanceof Refused) throw new Refused(error.code, `${host.name}: ${error.message}`);
    throw error;
  }
}

async function correct(
  pool: EppPool,
  config: RegistryConfig,
  host: { name: string; addresses: readonly string[] },
): Promise<void> {
  const { data } = await ask(pool, infoHost, { name: host.name });
  if (data.sponsorId !== config.credentials.clientId) return;
  const { add, remove } = addressChanges({ has: data.addresses, wants: host.addresses });
  if (add.length === 0 && remove.length === 0) return;
  await ask(pool, updateHost, {
    name: host.name,
    ...(add.length === 0 ? {} : { add: { addresses: add } }),
    ...(remove.length === 0 ? {} : { remove: { addresses: remove } }),
  });
}
