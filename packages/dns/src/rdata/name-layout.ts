/**
 * Where names stand inside RDATA. Names may be compressed on sending only in the types of RFC 1035;
 * some later types were once compressed and must be understood so (RFC 3597, section 4).
 */
import { concatBytes } from '../bytes.ts';
import type { Name } from '../name.ts';
import { WireReader } from '../wire-reader.ts';

export interface NameLayout {
  /** Octets before the first name. */
  readonly prefixBytes: number;
  /** Character-strings between these octets and the first name. */
  readonly prefixStrings?: number;
  /** Names that follow each other; the rest has none. */
  readonly names: number;
  readonly compression: 'sent' | 'understood' | 'never';
}

const sent = (prefixBytes: number, names: number): NameLayout => ({
  prefixBytes,
  names,
  compression: 'sent',
});
const understood = (prefixBytes: number, names: number): NameLayout => ({
  prefixBytes,
  names,
  compression: 'understood',
});

export const nameLayouts: ReadonlyMap<number, NameLayout> = new Map([
  [2, sent(0, 1)], // NS
  [3, sent(0, 1)], // MD
  [4, sent(0, 1)], // MF
  [5, sent(0, 1)], // CNAME
  [6, sent(0, 2)], // SOA
  [7, sent(0, 1)], // MB
  [8, sent(0, 1)], // MG
  [9, sent(0, 1)], // MR
  [12, sent(0, 1)], // PTR
  [14, sent(0, 2)], // MINFO
  [15, sent(2, 1)], // MX
  [17, understood(0, 2)], // RP
  [18, understood(2, 1)], // AFSDB
  [21, understood(2, 1)], // RT
  [26, understood(2, 2)], // PX
  [33, understood(6, 1)], // SRV
  [35, { ...understood(4, 1), prefixStrings: 3 }], // NAPTR
  [36, understood(2, 1)], // KX
  [39, understood(0, 1)], // DNAME
  [64, { prefixBytes: 2, names: 1, compression: 'never' }], // SVCB
  [65, { prefixBytes: 2, names: 1, compression: 'never' }], // HTTPS
  [65_401, { prefixBytes: 0, names: 1, compression: 'never' }], // ALIAS, by the number of PowerDNS
]);

/** What precedes the names. */
export function takePrefix(reader: WireReader, layout: NameLayout): Uint8Array {
  const start = reader.offset;
  reader.take(layout.prefixBytes);
  for (let left = layout.prefixStrings ?? 0; left > 0; left -= 1) reader.charString();
  return reader.bytes.subarray(start, reader.offset);
}

/** The first name in RDATA, such as the host of an MX; null for types without one. */
export function nameInRdata(typeCode: number, rdata: Uint8Array): Name | null {
  const layout = nameLayouts.get(typeCode);
  if (layout === undefined) return null;
  const reader = new WireReader(rdata);
  takePrefix(reader, layout);
  return reader.plainName();
}

/**
 * RDATA with the names in lower case (RFC 4034, section 6.2): equal for values that mean the same.
 * SVCB and HTTPS are included, which DNSSEC would not do: their targets compare without case too.
 */
export function canonicalRdata(typeCode: number, rdata: Uint8Array): Uint8Array {
  const layout = nameLayouts.get(typeCode);
  if (layout === undefined || rdata.length === 0) return rdata;
  const reader = new WireReader(rdata);
  const parts = [takePrefix(reader, layout)];
  let changed = false;
  for (let count = 0; count < layout.names; count += 1) {
    const name = reader.plainName();
    changed ||= name.key !== name.exact;
    parts.push(name.toLowerCase().wire);
  }
  return changed ? concatBytes([...parts, reader.rest()]) : rdata;
}
