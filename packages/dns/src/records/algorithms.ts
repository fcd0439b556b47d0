/** DNSSEC algorithms by name (IANA "DNS Security Algorithm Numbers"); zone files may have either. */
import { readInteger } from '../words.ts';

const algorithms: ReadonlyMap<string, number> = new Map([
  ['RSAMD5', 1],
  ['DH', 2],
  ['DSA', 3],
  ['RSASHA1', 5],
  ['DSA-NSEC3-SHA1', 6],
  ['RSASHA1-NSEC3-SHA1', 7],
  ['RSASHA256', 8],
  ['RSASHA512', 10],
  ['ECC-GOST', 12],
  ['ECDSAP256SHA256', 13],
  ['ECDSAP384SHA384', 14],
  ['ED25519', 15],
  ['ED448', 16],
  ['INDIRECT', 252],
  ['PRIVATEDNS', 253],
  ['PRIVATEOID', 254],
]);

export function readAlgorithm(word: string): number {
  return algorithms.get(word.toUpperCase()) ?? readInteger(word, 'the algorithm', 255);
}
