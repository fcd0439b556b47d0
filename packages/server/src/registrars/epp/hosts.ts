/** Nameservers at a registry: host objects that must exist before a name refers to them, or attributes. */
import {
  checkHosts,
  createHost,
  type EppPool,
  infoHost,
  type Nameservers,
  updateHost,
} from '@hostmaster/epp';
import type { HostAddresses } from '../registrar.ts';
import { ask, Refused } from './outcomes.ts';
import type { RegistryConfig } from './registry-config.ts';

export interface HostNeeds {
  readonly names: readonly string[];
  readonly addresses: HostAddresses;
}

/** Creates what is missing and corrects the addresses of hosts that are ours to know. */
export async function ensureHosts(
  pool: EppPool,
  config: RegistryConfig,
  needs: HostNeeds,
): Promise<void> {
  if (config.nameservers === 'attributes' || needs.names.length === 0) return;
  const { data } = await ask(pool, checkHosts, { names: needs.names });
  const missing = new Set(
    data.hosts.filter(({ available }) => available).map(({ name }) => name.toLowerCase()),
  );
  for (const name of needs.names) {
    const addresses = needs.addresses[name] ?? [];
    if (missing.has(name)) await create(pool, { name, addresses });
    else if (addresses.length > 0) await correct(pool, config, { name, addresses });
  }
}

/** Hosts below the name itself can only follow it. */
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

async function create(pool: EppPool, host: { name: string; addresses: readonly string[] }) {
  try {
    await ask(pool, createHost, host);
  } catch (error) {
    // Somebody else, or an earlier send of ours, was faster: then it is there.
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

/** An address has many spellings (RFC 5952); what is removed is spelled as the registry has it. */
export function addressChanges(host: {
  readonly has: readonly string[];
  readonly wants: readonly string[];
}): { readonly add: readonly string[]; readonly remove: readonly string[] } {
  const has = new Set(host.has.map(canonical));
  const wants = new Set(host.wants.map(canonical));
  return {
    add: host.wants.filter((address) => !has.has(canonical(address))),
    remove: host.has.filter((address) => !wants.has(canonical(address))),
  };
}

function canonical(address: string): string {
  if (!address.includes(':')) return address;
  const url = `http://[${address}]`;
  return URL.canParse(url) ? new URL(url).hostname : address.toLowerCase();
}
