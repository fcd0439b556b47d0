/** The set of types at a name, as NSEC and CSYNC carry it: windows of bits (RFC 4034, section 4.1.2). */
import { DnsFormatError } from '../errors.ts';
import type { WireReader } from '../wire-reader.ts';

const windowTypes = 256;
const windowBytesMax = 32;

export function encodeTypes(types: readonly number[]): Uint8Array {
  const sorted = [...new Set(types)].sort((a, b) => a - b);
  const octets: number[] = [];
  for (const [window, members] of Map.groupBy(sorted, windowOf)) {
    const bits = new Uint8Array((((members.at(-1) ?? 0) % windowTypes) >> 3) + 1);
    for (const type of members) {
      const place = type % windowTypes;
      bits[place >> 3] = (bits[place >> 3] ?? 0) | (0x80 >> (place & 7));
    }
    octets.push(window, bits.length, ...bits);
  }
  return Uint8Array.from(octets);
}

/** Reads to the end. Throws DnsFormatError for windows out of order, empty ones and trailing zeros. */
export function decodeTypes(reader: WireReader): number[] {
  const types: number[] = [];
  let previous = -1;
  while (reader.remaining > 0) {
    const window = reader.u8();
    const bits = reader.charString();
    if (window <= previous) throw new DnsFormatError('windows of types are out of order');
    if (bits.length === 0 || bits.length > windowBytesMax || bits.at(-1) === 0) {
      throw new DnsFormatError('a window of types has a wrong length');
    }
    previous = window;
    for (const [at, octet] of bits.entries()) {
      for (let bit = 0; bit < 8; bit += 1) {
        if ((octet & (0x80 >> bit)) !== 0) types.push(window * windowTypes + at * 8 + bit);
      }
    }
  }
  return types;
}

function windowOf(type: number): number {
  return Math.floor(type / windowTypes);
}
