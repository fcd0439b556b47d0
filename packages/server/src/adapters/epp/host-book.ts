/** Nameservers at a registry: host objects that must exist before a name refers to them, or attributes. */

import { randomBytes } from 'node:crypto';
import { minuteMs } from '@hostmaster/contract/durations';
import {
  checkHosts,
  createHost,
  type DomainInfo,
  type HostInfo,
  infoHost,
  type Nameservers,
  updateHost,
} from '@hostmaster/epp';
import { readList } from '@hostmaster/storage';
import { LRUCache } from 'lru-cache';
import type { MachineClock } from '../../base/clock.ts';
import { persistRows } from '../../changes/persist-rows.ts';
import { addressChanges } from '../../domains/address-changes.ts';
import { type Asker, type HostAddresses, RegistryUnavailable } from '../../registrars/registrar.ts';
import { listHostsInside } from '../../storage/queries/registry/registry-hosts.ts';
import { insertIfAbsent, removeAll } from '../../storage/row-write.ts';
import type { HostmasterDatabase } from '../../storage/schema.ts';
import { registryHosts } from '../../storage/tables/registry/registry-hosts.ts';
import type { CheckLimit } from './check-limit.ts';
import { hostNames } from './domain-view.ts';
import { LostHosts, lostAmong, releasedAmong } from './lost-hosts.ts';
import { ask, Refused } from './outcomes.ts';
import type { OutsidePool } from './outside-pool.ts';
import type { RegistryConfig } from './registry-config.ts';

/** Most domains have the same nameservers, and a host that domains refer to cannot be deleted. */
const seenMs = 10 * minuteMs;
const seenHostsMax = 1_000;

/** The result code for an object that does not exist. */
const doesNotExist = 2303;

export interface HostNeeds {
  readonly names: readonly string[];
  readonly addresses: HostAddresses;
}

/** The hosts at one registry, and which of them this service created. */
export class HostBook {
  readonly #pool: OutsidePool;
  readonly #config: RegistryConfig;
  readonly #database: HostmasterDatabase;
  readonly #limit: CheckLimit;
  /** Hosts that the registry has shown to exist a moment ago. */
  readonly #seen: LRUCache<string, true>;

  constructor(options: {
    readonly pool: OutsidePool;
    readonly config: RegistryConfig;
    readonly database: HostmasterDatabase;
    readonly limit: CheckLimit;
    readonly clock: MachineClock;
  }) {
    this.#pool = options.pool;
    this.#config = options.config;
    this.#database = options.database;
    this.#limit = options.limit;
    this.#seen = new LRUCache({
      max: seenHostsMax,
      ttl: seenMs,
      ttlResolution: 0,
      perf: options.clock,
    });
  }

  /**
   * Sends a command once its hosts exist. One that was seen a moment ago is not checked again; when
   * the registry then misses something, nothing was done, and the next attempt checks.
   */
  async referTo<T>({ names, addresses }: HostNeeds, send: () => Promise<T>): Promise<T> {
    if (this.#config.nameservers === 'attributes') return send();
    const isManaged = (name: string) => (addresses[name] ?? []).length > 0;
    const unchecked = names.filter((name) => this.#seen.has(name) && !isManaged(name));
    const asked = names.filter((name) => !unchecked.includes(name));
    await this.#ensure({ names: asked, addresses });
    try {
      return await send();
    } catch (error) {
      if (!(error instanceof Refused)) throw error;
      for (const name of unchecked) this.#seen.delete(name);
      throw error.code === doesNotExist && unchecked.length > 0
        ? new RegistryUnavailable(error)
        : error;
    }
  }

  /** Hosts that were renamed because the name they were in was deleted; they may exist again. */
  async renamedAmong(names: readonly string[], { nameservers }: DomainInfo) {
    const has = hostNames(nameservers);
    const isRenamed = has.some((host) => isInside(host, this.#config.deletedHostSuffix));
    const added = names.filter((name) => !has.includes(name));
    return isRenamed ? releasedAmong(this.#database, added) : [];
  }

  /** Creates missing hosts and updates the addresses of hosts that we manage. */
  async #ensure({ names, addresses }: HostNeeds): Promise<void> {
    if (names.length === 0) return;
    const existing = await this.#existing(names);
    const missing = names.filter((name) => !existing.has(name));
    const parts = { database: this.#database, pool: this.#pool, config: this.#config };
    const lost = await lostAmong(parts, missing);
    if (lost.length > 0) throw new LostHosts(lost);
    for (const name of names) {
      const host = { name, addresses: addresses[name] ?? [] };
      // A host that the answer leaves out may be missing; creating an existing one is harmless.
      if (!existing.has(name)) await this.#create(host);
      else if (host.addresses.length > 0) await correct(this.#pool, this.#config, host);
      this.#seen.set(name, true);
    }
  }

  /**
   * A domain with subordinate hosts cannot be deleted (2305), and neither can a host that other
   * domains delegate to. Such hosts are renamed under a suffix that cannot be registered (RFC 9874).
   * Not every registry lists them, so those we created and those the name delegates to count too.
   */
  async moveOut(domain: DomainInfo, beforeSend: () => Promise<void>): Promise<void> {
    const hosts = await this.#hostsInside(domain);
    if (hosts.length === 0) return;
    await beforeSend();
    for (const name of hosts) {
      const host = await infoOf(this.#pool, name);
      if (host?.sponsorId === this.#config.credentials.clientId) await this.#rename(host);
      this.#seen.delete(name);
      await persistRows(this.#database, removeAll(registryHosts, this.#key(name)));
    }
  }

  async #existing(names: readonly string[]): Promise<ReadonlySet<string>> {
    const answers = await this.#limit.ask(
      names,
      async (chunk) => (await ask(this.#pool, checkHosts, { names: chunk })).data.hosts,
      (_, refusal) => {
        throw refusal;
      },
    );
    const existing = answers.filter(({ available }) => !available);
    return new Set(existing.map(({ name }) => name.toLowerCase()));
  }

  /** Noted before it is sent: a note of a host that does not exist is harmless. */
  async #create(host: { name: string; addresses: readonly string[] }): Promise<void> {
    await persistRows(this.#database, insertIfAbsent(registryHosts, this.#key(host.name)));
    try {
      await ask(this.#pool, createHost, host);
    } catch (error) {
      // Another client, or an earlier send of ours, has already created the host.
      if (error instanceof Refused && error.code === 2302) return;
      throw aboutHost(host.name, error);
    }
  }

  async #hostsInside({ name, nameservers, subordinateHosts }: DomainInfo): Promise<string[]> {
    if (this.#config.nameservers === 'attributes') return [];
    const domain = name.toLowerCase();
    const registry = this.#config.name;
    const noted = await readList(this.#database, listHostsInside, { registry, domain });
    const known = [
      ...subordinateHosts.map((host) => host.toLowerCase()),
      ...hostNames(nameservers),
      ...noted.map((host) => host.name),
    ];
    return [...new Set(known)].filter((host) => isInside(host, domain));
  }

  async #rename({ name, addresses }: HostInfo): Promise<void> {
    const newName = `h${randomBytes(8).toString('hex')}.${this.#config.deletedHostSuffix}`;
    try {
      await ask(this.#pool, updateHost, {
        name,
        // Addresses belong to hosts inside a name of the registry only.
        ...(addresses.length === 0 ? {} : { remove: { addresses } }),
        newName,
      });
    } catch (error) {
      throw aboutHost(name, error);
    }
  }

  #key(name: string) {
    return { registry: this.#config.name, name };
  }
}

function aboutHost(name: string, error: unknown): unknown {
  return error instanceof Refused ? new Refused(error.code, `${name}: ${error.message}`) : error;
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
  pool: OutsidePool,
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
async function infoOf(pool: OutsidePool, name: string, asker?: Asker): Promise<HostInfo | null> {
  try {
    return (await ask(pool, infoHost, { name }, asker)).data;
  } catch (error) {
    if (error instanceof Refused) return null;
    throw error;
  }
}

async function correct(
  pool: OutsidePool,
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
