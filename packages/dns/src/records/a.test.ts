import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { aCodec } from './a.ts';
import { publishedHex, refusal } from './value-expectations.ts';

describe('A', () => {
  it.each([
    ['192.0.2.1', 'c0000201'],
    ['0.0.0.0', '00000000'],
    ['255.255.255.255', 'ffffffff'],
  ])('takes %s', (value, hex) => {
    expect(publishedHex('A', value)).toBe(hex);
  });

  it.each([
    '999.1.1.1',
    '256.0.0.1',
    '01.2.3.4',
    '1.2.3',
    '1.2.3.4.5',
    '1.2.3.',
    '1..2.3',
    '1.2.3.4/24',
    '1.2.3.-4',
    '0x1.2.3.4',
    '1.2.3.1e1',
    '２.0.0.1',
    '::1',
    'host.example.com',
    '@',
  ])('refuses %s', (value) => {
    expect(refusal('A', value)).toContain('is not an IPv4 address; expected four numbers');
  });

  it('reads back every address it writes', () => {
    fc.assert(
      fc.property(fc.uint8Array({ minLength: 4, maxLength: 4 }), (octets) => {
        const text = aCodec.toText(aCodec.decode(octets));
        expect(aCodec.encode(aCodec.fromWords([text], { read: expect.unreachable }))).toEqual(
          octets,
        );
      }),
    );
  });
});
