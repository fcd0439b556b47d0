import { expect, it } from 'vitest';
import { networkOf } from './network-of.ts';

it.each([
  ['192.0.2.77', '192.0.2.0'],
  ['::ffff:192.0.2.77', '192.0.2.0'],
  ['2001:db8:1:aabb:1:2:3:4', '2001:db8:1:aa00::'],
  ['2001:DB8:1:aaff::', '2001:db8:1:aa00::'],
  ['2001:db8::1', '2001:db8::'],
  ['fe80::1%eth0', 'fe80::'],
  ['::1', '::'],
  ['unix socket', 'unix socket'],
])('%s is in %s by 24 and 56 bits', (address, network) => {
  expect(networkOf(address, { v4: 24, v6: 56 })).toBe(network);
});

it.each([
  ['192.0.2.77', { v4: 32, v6: 64 }, '192.0.2.77'],
  ['192.0.2.77', { v4: 0, v6: 64 }, '0.0.0.0'],
  ['192.0.2.255', { v4: 29, v6: 64 }, '192.0.2.248'],
  ['2001:db8::1:0:0:1', { v4: 32, v6: 64 }, '2001:db8::'],
  ['2001:db8::1', { v4: 32, v6: 128 }, '2001:db8::1'],
])('%s by %o is %s', (address, bits, network) => {
  expect(networkOf(address, bits)).toBe(network);
});
