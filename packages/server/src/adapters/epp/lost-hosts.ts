/**
 * Nameservers inside a name that we released or that is not registered at all. The next owner of such
 * a name would answer for every domain that delegates there (RFC 9874), so they are never created.
 */
import { checkDomains } from '@hostmaster/epp';
import { registrableNameOf, suffixesOf } from '../../domains/domain-name.ts';
import { unpriceableSuffixes } from '../../domains/pricing.ts';
import type { CommandOutcome } from '../../registrars/registrar.ts';
import { findLatestByName } from '../../storage/queries/domains/domains.ts';
import type { HostmasterDatabase, HostmasterReader } from '../../storage/schema.ts';
import type { Domain } from '../../storage/tables/domains/domains.ts';
import { ask, Refused } from './outcomes.ts';
import type { OutsidePool } from './outside-pool.ts';
import { type RegistryConfig, registryFor } from './registry-config.ts';

/** Thrown before anything is created or sent. */
export class LostHosts extends Error {
  override readonly name = 'LostHosts';
  readonly hosts: readonly string[];

  constructor(hosts: readonly string[]) {
    super(`${hosts.join(', ')}: the name they are in is not registered.`);
    this.hosts = hosts;
  }
}

/** Which of these hosts, which the registry does not have, must not be created. */
export async function lostAmong(
  parts: {
    readonly database: HostmasterDatabase;
    readonly pool: OutsidePool;
    readonly config: RegistryConfig;
  },
  hosts: readonly string[],
): Promise<readonly string[]> {
  const lost: string[] = [];
  for (const host of hosts) {
    const row = await latestAround(parts.database, host);
    if (row === null ? await isUnregistered(parts, host) : isReleased(row)) lost.push(host);
  }
  return lost;
}

/** Which of these hosts are inside names that we released and do not hold. */
export async function releasedAmong(
  reader: HostmasterReader,
  hosts: readonly string[],
): Promise<readonly string[]> {
  const released: string[] = [];
  for (const host of hosts) {
    const row = await latestAround(reader, host);
    if (row !== null && isReleased(row)) released.push(host);
  }
  return released;
}

/**
 * Changes nameservers without those that are lost. Where all are, the change is refused; a creation
 * goes without nameservers.
 */
export async function leavingOutLost(
  wanted: {
    readonly names: readonly string[];
    /** Lost before the registry is asked. */
    readonly lost: readonly string[];
    readonly isCreation: boolean;
  },
  attempt: (names: readonly string[]) => Promise<CommandOutcome>,
): Promise<CommandOutcome> {
  const { names, lost, isCreation } = wanted;
  const rest = names.filter((name) => !lost.includes(name));
  if (rest.length === 0 && lost.length > 0 && !isCreation) {
    throw new Refused(2303, new LostHosts(lost).message);
  }
  let outcome: CommandOutcome;
  try {
    outcome = await attempt(rest);
  } catch (error) {
    if (!(error instanceof LostHosts)) throw error;
    return leavingOutLost({ ...wanted, lost: [...lost, ...error.hosts] }, attempt);
  }
  if (outcome.kind !== 'done' || lost.length === 0) return outcome;
  return isCreation ? { ...outcome, isIncomplete: true } : { ...outcome, lostNameservers: lost };
}

/** Our newest row of a name that the host is in; null where there is none. */
async function latestAround(reader: HostmasterReader, host: string): Promise<Domain | null> {
  for (const name of [host, ...suffixesOf(host)]) {
    const row = name.includes('.') ? await reader.first(findLatestByName, { name }) : undefined;
    if (row !== undefined && row.state !== 'failed') return row;
  }
  return null;
}

/** A name that another registrar has taken over is held by its new owner. */
function isReleased({ state, transferOut: { transferredAt } }: Domain): boolean {
  return state === 'releasing' || (state === 'released' && transferredAt === null);
}

/** Only the registry of the suffix knows. A test environment does not have all names. */
async function isUnregistered(
  { pool, config }: { readonly pool: OutsidePool; readonly config: RegistryConfig },
  host: string,
): Promise<boolean> {
  const name = registrableNameOf(host);
  if (name === null || config.isTestEnvironment || registryFor([{ config }], name) === null) {
    return false;
  }
  if (unpriceableSuffixes.includes(name.slice(name.lastIndexOf('.') + 1))) return false;
  try {
    const { data } = await ask(pool, checkDomains, { names: [name] });
    return data.domains.some(({ available }) => available);
  } catch (error) {
    // A name that the registry does not sell cannot be taken over there.
    if (error instanceof Refused) return false;
    throw error;
  }
}
