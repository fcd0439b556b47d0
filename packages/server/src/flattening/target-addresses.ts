/**
 * The addresses that a zone publishes for its targets. Each zone has its own copy of them, changed
 * only together with its serial.
 */
import { parseIpAddress, presentIpAddress } from '@hostmaster/dns';
import { insertTarget, insertZoneTarget, listZoneTargets } from '../storage/queries/flattening.ts';
import type { HostmasterReader, HostmasterTx } from '../storage/schema.ts';
import type { FlatteningUse } from '../storage/tables/flattening-uses.ts';
import type { AddressBook, TargetAddresses } from './flatten-owner.ts';

/** Targets that the zone does not follow are missing. */
export async function findTargetAddresses(
  reader: HostmasterReader,
  domainId: string,
  targets: readonly string[],
): Promise<AddressBook> {
  if (targets.length === 0) return new Map();
  const uses = await reader.all(listZoneTargets, { domainId, targets });
  return new Map(uses.map((use) => [use.target, addressesOf(use)]));
}

/** Makes the zone follow these targets. A new one starts with the addresses known so far. */
export async function followTargets(
  tx: HostmasterTx,
  domainId: string,
  targets: readonly string[],
): Promise<void> {
  if (targets.length === 0) return;
  const known = await tx.all(listZoneTargets, { domainId, targets });
  const followed = new Set(known.map(({ target }) => target));
  // Sorted, so that two transactions that add the same targets cannot deadlock.
  const fresh = [...new Set(targets)].filter((target) => !followed.has(target)).sort();
  for (const target of fresh) {
    await tx.run(insertTarget, { name: target });
    await tx.run(insertZoneTarget, { domainId, target });
  }
  if (fresh.length > 0) tx.announce({ kind: 'targets-added' });
}

/** The form in which addresses are stored: their texts, sorted. */
export function addressTexts(addresses: readonly Uint8Array[]): string[] {
  return [...new Set(addresses.map(presentIpAddress))].sort();
}

export function isSameAddresses(one: readonly string[], other: readonly string[]): boolean {
  return one.length === other.length && one.every((text, index) => text === other[index]);
}

export function addressesOf(
  stored: Pick<FlatteningUse, 'ttlSeconds' | 'addresses'>,
): TargetAddresses {
  return { ttlSeconds: stored.ttlSeconds, addresses: stored.addresses.map(addressRdata) };
}

function addressRdata(text: string): Uint8Array {
  const rdata = parseIpAddress(text);
  if (rdata === null) throw new Error(`${text} was stored as an address and is not one.`);
  return rdata;
}
