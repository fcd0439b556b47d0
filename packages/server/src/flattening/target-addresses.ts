/**
 * The addresses that a zone publishes for its targets. Each zone has its own copy of them, changed
 * only together with its serial.
 */
import { parseIpAddress, presentIpAddress } from '@hostmaster/dns';
import { insertTarget, insertZoneTarget, listZoneTargets } from '../storage/queries/flattening.ts';
import type { HostmasterReader, HostmasterTx } from '../storage/schema.ts';
import type { AddressBook, TargetAddresses } from './flatten-owner.ts';

/** Targets that the zone does not follow are missing. */
export async function findTargetAddresses(
  reader: HostmasterReader,
  domainId: string,
  targets: readonly string[],
): Promise<AddressBook> {
  if (targets.length === 0) return new Map();
  const rows = await reader.all(listZoneTargets, { domainId, targets: JSON.stringify(targets) });
  return new Map(rows.map((row) => [row.target, readAddresses(row)]));
}

/** Makes the zone follow these targets. A new one starts with the addresses known so far. */
export async function followTargets(
  tx: HostmasterTx,
  domainId: string,
  targets: readonly string[],
): Promise<void> {
  if (targets.length === 0) return;
  const known = await tx.all(listZoneTargets, { domainId, targets: JSON.stringify(targets) });
  const followed = new Set(known.map(({ target }) => target));
  // Sorted, so that two transactions that add the same targets cannot deadlock.
  const fresh = [...new Set(targets)].filter((target) => !followed.has(target)).sort();
  for (const target of fresh) {
    await tx.run(insertTarget, { name: target });
    await tx.run(insertZoneTarget, { domainId, target });
  }
  if (fresh.length > 0) tx.announce({ kind: 'targets-added' });
}

/** The form in which addresses are stored: a sorted JSON list of their texts. */
export function writeAddresses(addresses: readonly Uint8Array[]): string {
  const texts = addresses.map(presentIpAddress);
  return JSON.stringify([...new Set(texts)].sort());
}

export function readAddresses(row: { ttl_seconds: number; addresses: string }): TargetAddresses {
  const texts = JSON.parse(row.addresses) as string[];
  return { ttlSeconds: row.ttl_seconds, addresses: texts.map(addressRdata) };
}

function addressRdata(text: string): Uint8Array {
  const rdata = parseIpAddress(text);
  if (rdata === null) throw new Error(`${text} was stored as an address and is not one.`);
  return rdata;
}
