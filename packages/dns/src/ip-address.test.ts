import { isIPv4, isIPv6, SocketAddress } from 'node:net';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { parseIpAddress, plainAddress, presentIpAddress } from './ip-address.ts';

it.each([
  ['192.0.2.1', '192.0.2.1'],
  ['2001:DB8::1', '2001:db8::1'],
  ['2001:db8:0:0:1:0:0:1', '2001:db8::1:0:0:1'],
  ['2001:db8:0:1:1:1:1:1', '2001:db8:0:1:1:1:1:1'],
  ['0:0:0:0:0:0:0:0', '::'],
  ['::FFFF:192.0.2.1', '::ffff:192.0.2.1'],
  ['64:ff9b::192.0.2.33', '64:ff9b::c000:221'],
])('%s is written %s', (text, canonical) => {
  const octets = parseIpAddress(text);
  expect(octets && presentIpAddress(octets)).toBe(canonical);
});

it.each([
  '',
  '1.2.3',
  '01.2.3.4',
  '256.1.1.1',
  '1.2.3.4.5',
  ':::',
  '1::2::3',
  '1:2:3:4:5:6:7',
  '1:2:3:4:5:6:7:8:9',
  '::12345',
  'fe80::1%eth0',
  '[::1]',
  '::1.2.3',
])('%j is no address', (text) => {
  expect(parseIpAddress(text)).toBeNull();
});

it('writes and reads back every address, in a form that Node takes for the same address', () => {
  const octets = fc.oneof(
    fc.uint8Array({ minLength: 4, maxLength: 4 }),
    fc.uint8Array({ minLength: 16, maxLength: 16 }),
    fc
      .array(fc.constantFrom(0, 0, 0, 1, 255), { minLength: 16, maxLength: 16 })
      .map((list) => Uint8Array.from(list)),
  );
  fc.assert(
    fc.property(octets, (given) => {
      const text = presentIpAddress(Uint8Array.from(given));
      expect(parseIpAddress(text)).toEqual(Uint8Array.from(given));
      const family = given.length === 4 ? 'ipv4' : 'ipv6';
      expect(family === 'ipv4' ? isIPv4(text) : isIPv6(text)).toBe(true);
      const byNode = new SocketAddress({ address: text, family }).address;
      expect(parseIpAddress(byNode)).toEqual(Uint8Array.from(given));
    }),
  );
});

it.each([
  ['::ffff:192.0.2.1', '192.0.2.1'],
  ['::FFFF:192.0.2.1', '192.0.2.1'],
  ['192.0.2.1', '192.0.2.1'],
  ['2001:db8::1', '2001:db8::1'],
])('the peer %s is %s', (address, plain) => {
  expect(plainAddress(address)).toBe(plain);
});
