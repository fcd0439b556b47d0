/** The digest of a whole zone: ZONEMD, scheme SIMPLE, with SHA-384 (RFC 8976). */
import { createHash } from 'node:crypto';
import { concatBytes, u16, u32 } from '../bytes.ts';
import type { ResourceRecord } from '../message.ts';
import type { Name } from '../name.ts';
import { rrTypes } from '../protocol.ts';
import { rrsigCodec } from '../rdata/rrsig.ts';
import { signedRdata, sortedRdata } from './signed-data.ts';

export const simpleScheme = 1;
export const sha384Hash = 1;

/** The records are those of the signed zone, with or without its ZONEMD and the signature of that. */
export function zoneDigest(zone: Name, records: readonly ResourceRecord[]): Uint8Array {
  const hash = createHash('sha384');
  const counted = records.filter((record) => !isDigest(zone, record));
  const sets = Map.groupBy(counted, ({ name, type }) => `${name.key} ${type}`);
  const sorted = [...sets.values()].sort(([a], [b]) =>
    a === undefined || b === undefined ? 0 : a.name.compare(b.name) || a.type - b.type,
  );
  for (const set of sorted) hashSet(hash, set);
  return hash.digest();
}

function hashSet(hash: { update(octets: Uint8Array): void }, set: readonly ResourceRecord[]): void {
  const [first] = set;
  if (first === undefined) return;
  const head = [first.name.toLowerCase().wire, u16(first.type), u16(first.class)];
  if (first.type === rrTypes.RRSIG) {
    // The TTL of a signature is that of the set it covers, which may differ within a name.
    for (const { rdata, ttlSeconds } of sortedSignatures(set)) {
      hash.update(concatBytes([...head, u32(ttlSeconds), u16(rdata.length), rdata]));
    }
    return;
  }
  for (const rdata of sortedRdata(set)) {
    hash.update(concatBytes([...head, u32(first.ttlSeconds), u16(rdata.length), rdata]));
  }
}

function sortedSignatures(set: readonly ResourceRecord[]): readonly ResourceRecord[] {
  return [...set]
    .map((record) => ({ ...record, rdata: signedRdata(record.type, record.rdata) }))
    .sort((a, b) => Buffer.compare(a.rdata, b.rdata));
}

/** The digest cannot cover itself. */
function isDigest(zone: Name, { name, type, rdata }: ResourceRecord): boolean {
  if (!name.equals(zone)) return false;
  if (type === rrTypes.ZONEMD) return true;
  return type === rrTypes.RRSIG && rrsigCodec.decode(rdata).covered === rrTypes.ZONEMD;
}
