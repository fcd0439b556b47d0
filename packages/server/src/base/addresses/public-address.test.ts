import { parseIpAddress } from '@hostmaster/dns';
import { expect, it } from 'vitest';
import { isPublicAddress } from './public-address.ts';

const isPublic = (address: string) => isPublicAddress(parseIpAddress(address) ?? Uint8Array.of());

/**
 * The IPv4 and IPv6 Special-Purpose Address Registries of IANA, the multicast blocks, and what was
 * reserved before: the first and the last address of each.
 */
it.each([
  ['0.0.0.0/8', '0.0.0.0', '0.255.255.255'],
  ['10.0.0.0/8', '10.0.0.0', '10.255.255.255'],
  ['100.64.0.0/10', '100.64.0.0', '100.127.255.255'],
  ['127.0.0.0/8', '127.0.0.0', '127.255.255.255'],
  ['169.254.0.0/16', '169.254.0.0', '169.254.255.255'],
  ['172.16.0.0/12', '172.16.0.0', '172.31.255.255'],
  ['192.0.0.0/24', '192.0.0.0', '192.0.0.255'],
  ['192.0.2.0/24', '192.0.2.0', '192.0.2.255'],
  ['192.31.196.0/24', '192.31.196.0', '192.31.196.255'],
  ['192.52.193.0/24', '192.52.193.0', '192.52.193.255'],
  ['192.88.99.0/24', '192.88.99.0', '192.88.99.255'],
  ['192.168.0.0/16', '192.168.0.0', '192.168.255.255'],
  ['192.175.48.0/24', '192.175.48.0', '192.175.48.255'],
  ['198.18.0.0/15', '198.18.0.0', '198.19.255.255'],
  ['198.51.100.0/24', '198.51.100.0', '198.51.100.255'],
  ['203.0.113.0/24', '203.0.113.0', '203.0.113.255'],
  ['224.0.0.0/4', '224.0.0.0', '239.255.255.255'],
  ['240.0.0.0/4', '240.0.0.0', '255.255.255.255'],
  ['::/96, IPv4-compatible', '::', '::127.0.0.1'],
  ['::1/128', '::1', '::1'],
  ['::ffff:0:0/96', '::ffff:0.0.0.0', '::ffff:9.9.9.9'],
  ['::ffff:0:0:0/96', '::ffff:0:127.0.0.1', '::ffff:0:9.9.9.9'],
  ['64:ff9b::/96', '64:ff9b::', '64:ff9b::9.9.9.9'],
  ['64:ff9b:1::/48', '64:ff9b:1::', '64:ff9b:1:ffff:ffff:ffff:ffff:ffff'],
  ['100::/64', '100::', '100::ffff:ffff:ffff:ffff'],
  ['100:0:0:1::/64', '100:0:0:1::', '100:0:0:1:ffff:ffff:ffff:ffff'],
  ['2001::/23', '2001::', '2001:1ff:ffff:ffff:ffff:ffff:ffff:ffff'],
  ['2001:db8::/32', '2001:db8::', '2001:db8:ffff:ffff:ffff:ffff:ffff:ffff'],
  ['2002::/16', '2002::', '2002:ffff:ffff:ffff:ffff:ffff:ffff:ffff'],
  ['2620:4f:8000::/48', '2620:4f:8000::', '2620:4f:8000:ffff:ffff:ffff:ffff:ffff'],
  ['3fff::/20', '3fff::', '3fff:fff:ffff:ffff:ffff:ffff:ffff:ffff'],
  ['5f00::/16', '5f00::', '5f00:ffff:ffff:ffff:ffff:ffff:ffff:ffff'],
  ['fc00::/7', 'fc00::', 'fdff:ffff:ffff:ffff:ffff:ffff:ffff:ffff'],
  ['fe80::/10', 'fe80::', 'febf:ffff:ffff:ffff:ffff:ffff:ffff:ffff'],
  ['fec0::/10', 'fec0::', 'feff:ffff:ffff:ffff:ffff:ffff:ffff:ffff'],
  ['ff00::/8', 'ff00::', 'ffff:ffff:ffff:ffff:ffff:ffff:ffff:ffff'],
  ['what is not assigned at all', '4000::', '1fff:ffff::1'],
])('%s is not public', (_, first, last) => {
  expect([first, last].map(isPublic)).toEqual([false, false]);
});

it.each([
  '1.0.0.0',
  '9.9.9.9',
  '11.0.0.0',
  '100.63.255.255',
  '100.128.0.0',
  '172.15.255.255',
  '172.32.0.0',
  '192.0.1.0',
  '192.88.98.255',
  '192.88.100.0',
  '198.20.0.0',
  '223.255.255.255',
  '2001:200::',
  '2001:db7:ffff::1',
  '2003::1',
  '2606:2800:220:1::1',
  '2a00:1450:4001::1',
])('%s is public', (address) => {
  expect(isPublic(address)).toBe(true);
});
