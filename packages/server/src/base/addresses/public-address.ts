/**
 * Which addresses are public. Private and special-purpose addresses must not be published: they
 * would reveal what our resolver sees inside a private network, or direct browsers into it. Nor may
 * webhooks lead to them.
 */
import ipaddr from 'ipaddr.js';

/** IANA assigns global unicast addresses from here only; the library knows single blocks outside. */
const globalUnicastV6 = ipaddr.IPv6.parseCIDR('2000::/3');

export function isPublicAddress(rdata: Uint8Array): boolean {
  const address = ipaddr.fromByteArray([...rdata]);
  if (address.range() !== 'unicast') return false;
  return address.kind() === 'ipv4' || address.match(globalUnicastV6);
}
