/**
 * Which addresses are public. Private and special-purpose addresses must not be published: they
 * would reveal what our resolver sees inside a private network, or direct browsers into it. Nor may
 * webhooks lead to them.
 */
import { BlockList } from 'node:net';
import { presentIpAddress } from '@hostmaster/dns';

// Two lists: one with the IPv4-mapped network of IPv6 would match every IPv4 address.
const specialV4 = new BlockList();
const specialV6 = new BlockList();
for (const [network, prefix] of [
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.0.0.0', 24],
  ['192.0.2.0', 24],
  ['192.168.0.0', 16],
  ['198.18.0.0', 15],
  ['198.51.100.0', 24],
  ['203.0.113.0', 24],
  ['224.0.0.0', 3],
] as const) {
  specialV4.addSubnet(network, prefix, 'ipv4');
}
for (const [network, prefix] of [
  ['::', 96],
  ['::ffff:0:0', 96],
  // Translated and tunnelled addresses: any IPv4 address may be inside.
  ['64:ff9b::', 96],
  ['64:ff9b:1::', 48],
  ['2001::', 32],
  ['2002::', 16],
  ['100::', 64],
  ['2001:db8::', 32],
  ['3fff::', 20],
  ['fc00::', 7],
  ['fe80::', 10],
  ['fec0::', 10],
  ['ff00::', 8],
] as const) {
  specialV6.addSubnet(network, prefix, 'ipv6');
}

export function isPublicAddress(rdata: Uint8Array): boolean {
  return rdata.length === 4
    ? !specialV4.check(presentIpAddress(rdata), 'ipv4')
    : !specialV6.check(presentIpAddress(rdata), 'ipv6');
}
