import { isIPv6 } from 'node:net';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { fromHex } from '../bytes.ts';
import { parseIpv6 } from '../ip-address.ts';
import { aaaaCodec } from './aaaa.ts';
import { publishedHex, refusal } from './value-expectations.ts';

describe('AAAA', () => {
  it.each([
    ['::', '00000000000000000000000000000000'],
    ['::1', '00000000000000000000000000000001'],
    ['2001:db8::', '20010db8000000000000000000000000'],
    ['2001:DB8:0:0:8:800:200C:417A', '20010db80000000000080800200c417a'],
    ['1:2:3:4:5:6:7::', '00010002000300040005000600070000'],
    ['::2:3:4:5:6:7:8', '00000002000300040005000600070008'],
    ['::ffff:192.0.2.1', '00000000000000000000ffffc0000201'],
    ['64:ff9b::192.0.2.33', '0064ff9b0000000000000000c0000221'],
    ['1:2:3:4:5:6:192.0.2.33', '000100020003000400050006c0000221'],
  ])('takes %s', (value, hex) => {
    expect(publishedHex('AAAA', value)).toBe(hex);
  });

  it.each([
    ':',
    ':::',
    '1:2:3:4:5:6:7',
    '1:2:3:4:5:6:7:8:9',
    '1:2:3:4:5:6:7:8::',
    '::1:2:3:4:5:6:7:8',
    '1::2::3',
    '12345::',
    ':1:2:3:4:5:6:7:8',
    '1:2:3:4:5:6:7:',
    'fe80::1%eth0',
    '2001:db8::/32',
    '::192.0.2.1:1',
    '192.0.2.1::',
    '::192.0.2.01',
    '::256.0.0.1',
    '1:2:3:4:5:6:7:192.0.2.1',
    '[::1]',
    '192.0.2.1',
    'g::',
  ])('refuses %s', (value) => {
    expect(refusal('AAAA', value)).toContain('is not an IPv6 address');
  });

  // RFC 5952: longest run of zeros, the first of equals, never a single group, lower case.
  it.each([
    ['20010db8000000000001000000000001', '2001:db8::1:0:0:1'],
    ['20010db8000000010001000100010001', '2001:db8:0:1:1:1:1:1'],
    ['20010000000000010000000000000001', '2001:0:0:1::1'],
    ['00000000000000000000000000000000', '::'],
    ['00000000000000000000ffffc0000201', '::ffff:192.0.2.1'],
    ['20010db8000000000000000000AA0000', '2001:db8::aa:0'],
  ])('shows %s as %s', (hex, text) => {
    expect(aaaaCodec.toText(aaaaCodec.decode(fromHex(hex) ?? new Uint8Array()))).toBe(text);
  });

  it('reads back every address it writes', () => {
    const group = fc.oneof(fc.constant(0), fc.nat(0xffff));
    fc.assert(
      fc.property(fc.array(group, { minLength: 8, maxLength: 8 }), (groups) => {
        const octets = Uint8Array.from(groups.flatMap((value) => [value >> 8, value & 0xff]));
        const { address } = aaaaCodec.decode(octets);
        expect(isIPv6(address)).toBe(true);
        expect(parseIpv6(address)).toEqual(octets);
      }),
    );
  });

  it('agrees with the platform on what an address is', () => {
    const piece = fc.constantFrom('0', '1', 'ffff', '12345', ':', '::', '.', '1.2.3.4', 'g', '01');
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 14 }), (pieces) => {
        const text = pieces.join('');
        expect(parseIpv6(text) !== null).toBe(isIPv6(text));
      }),
      { numRuns: 2000 },
    );
  });
});
