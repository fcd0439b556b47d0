/**
 * The wire format of types that have no presentation form here. Nameservers that know such a type
 * refuse a whole zone for one malformed record, so its octets are checked before they are accepted.
 */
import { DnsFormatError } from '../errors.ts';
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

/** RFC 1035, section 3.4.2: an address, a protocol, and a bit for each port up to the last in use. */
const wks: Shape = (reader) => {
  reader.take(5);
  const ports = reader.rest();
  const isSound = ports.length <= 8_192 && ports.at(-1) !== 0;
  if (!isSound) throw new DnsFormatError('WKS has an invalid bitmap of ports');
};

/** RFC 1712: longitude, latitude and altitude as decimal numbers. */
const gpos: Shape = (reader) => {
  for (const max of [180, 90, Number.POSITIVE_INFINITY]) {
    const text = String.fromCharCode(...reader.charString());
    if (!/^[+-]?[0-9]+(?:\.[0-9]+)?$/.test(text) || Math.abs(Number(text)) > max) {
      throw new DnsFormatError('GPOS has a coordinate that is not a number in its range');
    }
  }
};

/** An address of an ATM end system has 20 octets, one of E.164 up to 15 digits. */
const atma: Shape = (reader) => {
  const format = reader.u8();
  const address = reader.rest();
  const isDigits = address.every((octet) => octet >= 0x30 && octet <= 0x39);
  const isSound =
    format === 0
      ? address.length === 20
      : format === 1 && isDigits && address.length >= 1 && address.length <= 15;
  if (!isSound) throw new DnsFormatError('ATMA is not an address of a known format');
};

/** RFC 2874: the suffix of an address, and the name that has its prefix. */
const a6: Shape = (reader) => {
  const prefixBits = reader.u8();
  if (prefixBits > 128) throw new DnsFormatError('A6 has a prefix of more than 128 bits');
  const suffix = reader.take(Math.ceil((128 - prefixBits) / 8));
  const padding = (suffix[0] ?? 0) >> (8 - (prefixBits % 8));
  if (padding !== 0) throw new DnsFormatError('A6 has an address suffix with padding bits set');
  if (prefixBits > 0) reader.plainName();
};

/** RFC 3123: address prefixes without trailing zero octets. PowerDNS would clear further bits. */
const apl: Shape = (reader) => {
  while (reader.remaining > 0) {
    const addressBytes = addressBytesByFamily.get(reader.u16());
    if (addressBytes === undefined) throw new DnsFormatError('APL has an unknown address family');
    const prefixBits = reader.u8();
    const address = reader.take(reader.u8() & 0x7f);
    const isSound =
      prefixBits <= addressBytes * 8 && address.length <= addressBytes && address.at(-1) !== 0;
    if (!isSound || hasBitsAfter(address, prefixBits)) {
      throw new DnsFormatError('APL has an invalid address prefix');
    }
  }
};

const addressBytesByFamily = new Map([
  [1, 4],
  [2, 16],
]);

function hasBitsAfter(address: Uint8Array, prefixBits: number): boolean {
  return address.some((octet, index) => {
    const ours = Math.min(Math.max(prefixBits - index * 8, 0), 8);
    return (octet & (0xff >> ours)) !== 0;
  });
}

/** The gateway of IPSECKEY (RFC 4025) and the relay of AMTRELAY (RFC 8777). */
function takeGateway(reader: WireReader, kind: number): void {
  if (kind > 3) throw new DnsFormatError('the type of the gateway is unknown');
  if (kind === 3) reader.plainName();
  else reader.take([0, 4, 16][kind] ?? 0);
}

/**
 * RFC 4025 has algorithm 0 without a key, and others came later. BIND 9.18 refuses a zone for the
 * first and PowerDNS 4.7 for the others.
 */
const ipseckey: Shape = (reader) => {
  reader.u8();
  const kind = reader.u8();
  const algorithm = reader.u8();
  takeGateway(reader, kind);
  const hasKey = reader.rest().length > 0;
  if (!hasKey || algorithm < 1 || algorithm > 2) {
    throw new DnsFormatError('IPSECKEY has no DSA or RSA key');
  }
};

const amtrelay: Shape = (reader) => {
  reader.u8();
  takeGateway(reader, reader.u8() & 0x7f);
};

/** RFC 8005: a host identity tag, its key, and names of rendezvous servers. */
const hip: Shape = (reader) => {
  const tagBytes = reader.u8();
  reader.u8();
  const keyBytes = reader.u16();
  if (tagBytes === 0 || keyBytes === 0) throw new DnsFormatError('HIP has no tag or no key');
  reader.take(tagBytes + keyBytes);
  while (reader.remaining > 0) reader.plainName();
};

/** Flags, which are all reserved, a protocol, an algorithm and a key. Private algorithms begin with
 * their name, which no server here can read. */
const rkey: Shape = (reader) => {
  const flags = reader.u16();
  reader.u8();
  const algorithm = reader.u8();
  if (flags !== 0) throw new DnsFormatError('RKEY has a reserved flag set');
  if (algorithm >= 253) throw new DnsFormatError('RKEY has a private algorithm');
  if (reader.rest().length < 4) throw new DnsFormatError('RKEY has no key');
};

/** RFC 7477: a serial, flags and the bitmaps of types of RFC 4034, section 4.1.2. */
const csync: Shape = (reader) => {
  reader.take(6);
  let last = -1;
  while (reader.remaining > 0) {
    const block = reader.u8();
    const bitmap = reader.charString();
    const isSound =
      block > last && bitmap.length >= 1 && bitmap.length <= 32 && bitmap.at(-1) !== 0;
    if (!isSound) throw new DnsFormatError('CSYNC has an invalid bitmap of types');
    last = block;
  }
};

/** An enterprise, a type, a location, a media type and data. */
const doa: Shape = (reader) => {
  reader.take(9);
  reader.charString();
  reader.rest();
};

const sink: Shape = (reader) => {
  reader.take(3);
  reader.rest();
};

const any = Number.POSITIVE_INFINITY;

export const genericShapes: ReadonlyMap<number, Shape> = new Map([
  [3, names(0, 1)], // MD
  [4, names(0, 1)], // MF
  [7, names(0, 1)], // MB
  [8, names(0, 1)], // MG
  [9, names(0, 1)], // MR
  [11, wks],
  [14, names(0, 2)], // MINFO
  [18, names(2, 1)], // AFSDB
  [19, strings(1)], // X25
  [20, strings(2)], // ISDN
  [21, names(2, 1)], // RT
  [22, someOctets], // NSAP
  [23, names(0, 1)], // NSAP-PTR
  [26, names(2, 2)], // PX
  [27, gpos],
  [31, someOctets], // EID
  [32, someOctets], // NIMLOC
  [34, atma],
  [36, names(2, 1)], // KX
  [38, a6],
  [40, sink],
  [42, apl],
  [45, ipseckey],
  [49, someOctets], // DHCID
  [55, hip],
  [56, strings(any)], // NINFO
  [57, rkey],
  [58, names(0, 2)], // TALINK
  [62, csync],
  [66, names(5, 1)], // DSYNC
  [67, someOctets], // HHIT
  [68, someOctets], // BRID
  [99, strings(any)], // SPF
  [104, octets(10)], // NID
  [105, octets(6)], // L32
  [106, octets(10)], // L64
  [107, names(2, 1)], // LP
  [108, octets(6)], // EUI48
  [109, octets(8)], // EUI64
  [258, strings(any)], // AVC
  [259, doa],
  [260, amtrelay],
  [261, strings(any)], // RESINFO
  [262, strings(any)], // WALLET
]);
