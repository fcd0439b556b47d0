/**
 * The addresses that a zone publishes for its targets. Each zone has its own copy of them, changed
 * only together with its serial.
 */

import { parseIpAddress, presentIpAddress } from '@hostmaster/dns';
import { loadEach } from '@hostmaster/storage';
import { listZoneTargets } from '../storage/queries/zones/flattening.ts';
import type { HostmasterReader } from '../storage/schema.ts';
import type { FlatteningUse } from '../storage/tables/zones/flattening-uses.ts';
import type { AddressBook, TargetAddresses } from '../zones/flatten-owner.ts';

/** Targets that the zone does not follow are missing. */
export async function findTargetAddresses(
  reader: HostmasterReader,
  domainId: string,
  targets: readonly string[],
): Promise<AddressBook> {
  if (targets.length === 0) return new Map();
  const uses = await loadEach(reader, listZoneTargets, { domainId, targets });
  return new Map(uses.map((use) => [use.target, addressesOf(use)]));
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
