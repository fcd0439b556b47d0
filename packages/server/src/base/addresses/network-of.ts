/** The network of an address, as the key of limits per peer: a peer often controls a whole network. */
import { parseIpAddress, plainAddress, presentIpAddress } from '@hostmaster/dns';

export interface PrefixBits {
  readonly v4: number;
  readonly v6: number;
}

/** The first address of the network; a text that is no address is returned unchanged. */
export function networkOf(address: string, bits: PrefixBits): string {
  // Without the zone of a link-local address, and IPv4 as such also on a dual-stack socket.
  const octets = parseIpAddress(plainAddress(address.split('%', 1)[0] ?? ''));
  if (octets === null) return address;
  const prefixBits = octets.length === 4 ? bits.v4 : bits.v6;
  for (const [index, octet] of octets.entries()) {
    const keptBits = Math.min(8, Math.max(0, prefixBits - 8 * index));
    octets[index] = octet & (0xff00 >> keptBits);
  }
  return presentIpAddress(octets);
}
