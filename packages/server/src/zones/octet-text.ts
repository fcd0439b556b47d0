/** Octets as text, one code unit each: what keys of maps and sets are made of. */
import { latin1 } from '@hostmaster/dns';

/** Making a buffer costs more than a short text. */
const shortOctets = 64;

export function octetText(octets: Uint8Array): string {
  if (octets.length <= shortOctets) return latin1(octets);
  return Buffer.from(octets.buffer, octets.byteOffset, octets.length).toString('latin1');
}
