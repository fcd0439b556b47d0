/**
 * The wire format of types that have no presentation form here. Nameservers that know such a type
 * refuse a whole zone for one malformed record, so its octets are checked before they are accepted.
 */
import type { WireReader } from '../wire-reader.ts';

/** Reads one value; the caller checks that nothing is left. Throws DnsFormatError. */
export type Shape = (reader: WireReader) => void;

const octets =
  (count: number): Shape =>
  (reader) => {
    reader.take(count);
  };

const someOctets: Shape = (reader) => {
  reader.u8();
  reader.rest();
};

const names =
  (prefixBytes: number, count: number): Shape =>
  (reader) => {
    reader.take(prefixBytes);
    for (let left = count; left > 0; left -= 1) reader.plainName();
  };

/** One or more character-strings. */
const strings =
  (max: number): Shape =>
  (reader) => {
    reader.charString();
    for (let left = max - 1; left > 0 && reader.remaining > 0; left -= 1) reader.charString();
  };

const any = Number.POSITIVE_INFINITY;

export const genericShapes: ReadonlyMap<number, Shape> = new Map([
  [3, names(0, 1)], // MD
  [4, names(0, 1)], // MF
  [7, names(0, 1)], // MB
  [8, names(0, 1)], // MG
  [9, names(0, 1)], // MR
  [14, names(0, 2)], // MINFO
  [18, names(2, 1)], // AFSDB
  [19, strings(1)], // X25
  [20, strings(2)], // ISDN
  [21, names(2, 1)], // RT
  [22, someOctets], // NSAP
  [23, names(0, 1)], // NSAP-PTR
  [26, names(2, 2)], // PX
  [31, someOctets], // EID
  [32, someOctets], // NIMLOC
  [36, names(2, 1)], // KX
  [49, someOctets], // DHCID
  [56, strings(any)], // NINFO
  [58, names(0, 2)], // TALINK
  [99, strings(any)], // SPF
  [104, octets(10)], // NID
  [105, octets(6)], // L32
  [106, octets(10)], // L64
  [107, names(2, 1)], // LP
  [108, octets(6)], // EUI48
  [109, octets(8)], // EUI64
  [258, strings(any)], // AVC
  [261, strings(any)], // RESINFO
  [262, strings(any)], // WALLET
]);

/** Assigned types whose format is not checked here: WKS, GPOS, ATMA, A6, SINK, APL, IPSECKEY, HIP,
 * RKEY, CSYNC, DSYNC, HHIT, BRID, DOA, AMTRELAY and TA. */
export const uncheckedTypes: ReadonlySet<number> = new Set([
  11, 27, 34, 38, 40, 42, 45, 55, 57, 62, 66, 67, 68, 259, 260, 32_768,
]);
