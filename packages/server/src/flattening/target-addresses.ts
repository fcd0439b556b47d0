/**
 * What the zone of a domain publishes for the targets of its flattened records. Each zone has its
 * own copy of a target's addresses, changed only together with its serial.
 */
import { presentRdata, rrTypes } from '@hostmaster/dns';
import { parseRecordValue, recordRdata } from '@hostmaster/dns/records';
import { insertTarget, insertUse, listUses } from '../storage/queries/flattening.ts';
import type { HostmasterReader, HostmasterTx } from '../storage/schema.ts';
import type { AddressBook } from '../zones/publish-owner.ts';
import type { TargetAddresses } from './flattened-addresses.ts';

/** A target without known addresses is not in the book: its records publish nothing and warn. */
export async function findTargetAddresses(
  reader: HostmasterReader,
  domainId: string,
  targets: readonly string[],
): Promise<AddressBook> {
  if (targets.length === 0) return new Map();
  const rows = await reader.all(listUses, { domainId, targets: JSON.stringify(targets) });
  return new Map(rows.map((row) => [row.target, readAddresses(row)]));
}

/** From now on the zone follows these targets. One that is new to it starts with what is known. */
export async function followTargets(
  tx: HostmasterTx,
  domainId: string,
  targets: readonly string[],
): Promise<void> {
  if (targets.length === 0) return;
  const known = await tx.all(listUses, { domainId, targets: JSON.stringify(targets) });
  const followed = new Set(known.map(({ target }) => target));
  // In one order everywhere: two transactions that add the same targets must not wait in a circle.
  const fresh = [...new Set(targets)].filter((target) => !followed.has(target)).sort();
  for (const target of fresh) {
    await tx.run(insertTarget, { name: target });
    await tx.run(insertUse, { domainId, target });
  }
  if (fresh.length > 0) tx.announce({ kind: 'targets-added' });
}

/** The form in which addresses are stored: a sorted JSON list of their texts. */
export function writeAddresses(addresses: readonly Uint8Array[]): string {
  const texts = addresses.map((rdata) => presentRdata({ type: addressType(rdata), rdata }));
  return JSON.stringify([...new Set(texts)].sort());
}

export function readAddresses(row: { ttl_seconds: number; addresses: string }): TargetAddresses {
  const texts = JSON.parse(row.addresses) as string[];
  return { ttlSeconds: row.ttl_seconds, addresses: texts.map(addressRdata) };
}

function addressType(rdata: Uint8Array): number {
  return rdata.length === 4 ? rrTypes.A : rrTypes.AAAA;
}

function addressRdata(text: string): Uint8Array {
  const parsed = parseRecordValue(text.includes(':') ? 'AAAA' : 'A', text, { origin: 'invalid' });
  const wire = parsed.ok ? recordRdata(parsed.data) : null;
  if (wire === null) throw new Error(`${text} was stored as an address and is none.`);
  return wire.rdata;
}
