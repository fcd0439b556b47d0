import { describe, expect, it } from 'vitest';
import { parseSocketAddress, presentSocketAddress } from './socket-address.ts';

describe('parseSocketAddress', () => {
  it.each([
    ['192.0.2.1', '192.0.2.1', null],
    ['192.0.2.1:53', '192.0.2.1', 53],
    ['127.0.0.1:0', '127.0.0.1', 0],
    ['2001:db8::1', '2001:db8::1', null],
    // The last group is not a port.
    ['2001:db8::53', '2001:db8::53', null],
    ['[2001:db8::1]', '2001:db8::1', null],
    ['[2001:db8::1]:65535', '2001:db8::1', 65_535],
    ['[::ffff:192.0.2.1]:53', '::ffff:192.0.2.1', 53],
    ['fe80::1%eth0', 'fe80::1%eth0', null],
  ])('reads %s', (text, address, port) => {
    expect(parseSocketAddress(text)).toEqual({ address, port });
  });

  it.each(
    [
      ['', ':53', 'localhost:53', '192.0.2:53', '192.0.2.256', '192.0.2.1:', '192.0.2.1:65536'],
      ['192.0.2.1:053000', '[192.0.2.1]:53', '[]:53', '[2001:db8::1', '2001:db8:::1', ' 192.0.2.1'],
    ].flat(),
  )('refuses %j', (text) => {
    expect(parseSocketAddress(text)).toBeNull();
  });
});

it.each([
  ['192.0.2.1', '192.0.2.1:53'],
  ['localhost', 'localhost:53'],
  ['2001:db8::1', '[2001:db8::1]:53'],
])('presentSocketAddress shows %s as %s', (host, shown) => {
  expect(presentSocketAddress(host, 53)).toBe(shown);
});
