/** URI, HINFO and RP: the types whose value is texts or names. */
import { describe, expect, it } from 'vitest';
import { fromHex } from '../bytes.ts';
import { recordValueOf } from './index.ts';
import { nameHex, publishedHex, refusal, warningOf } from './value-expectations.ts';

describe('URI', () => {
  it('publishes numbers and octets', () => {
    expect(publishedHex('URI', '10 1 "sip:a@b"')).toBe('000a0001' + '7369703a614062');
    expect(publishedHex('URI', '10 1 sip:a@b')).toBe('000a0001' + '7369703a614062');
    expect(publishedHex('URI', '0 65535 "a:\\"b c\\\\"')).toBe('0000ffff' + '613a22622063' + '5c');
  });

  it.each([
    ['10 1', '2 fields'],
    ['10 1 ""', 'the URI is empty'],
    ['10 65536 "a:b"', 'the weight'],
    ['10 1 "a:b" c', '4 fields'],
  ])('refuses %s', (value, reason) => {
    expect(refusal('URI', value)).toContain(reason);
  });

  it('warns about a target without a scheme', () => {
    expect(warningOf('URI', '10 1 "www.example.net"')).toContain('scheme');
    expect(warningOf('URI', '10 1 "https://www.example.net"')).toBeUndefined();
  });
});

describe('HINFO', () => {
  it('publishes two strings', () => {
    expect(publishedHex('HINFO', '"ARM 64" LINUX')).toBe('0641524d203634054c494e5558');
    expect(publishedHex('HINFO', '"" ""')).toBe('0000');
  });

  it.each([
    ['ARM64', '1 field'],
    ['a b c', '3 fields'],
    [`"${'a'.repeat(256)}" ""`, 'the CPU has 256 octets'],
    [`"" ${'a'.repeat(256)}`, 'the operating system has 256 octets'],
  ])('refuses %s', (value, reason) => {
    expect(refusal('HINFO', value)).toContain(reason);
  });
});

describe('RP', () => {
  it.each([
    [
      'admin.example.net people.example.net',
      nameHex('admin.example.net') + nameHex('people.example.net'),
    ],
    ['. .', '0000'],
    ['@ @', nameHex('example.com').repeat(2)],
    ['a\\.b.example. _x.example', `03612e62${nameHex('example')}${nameHex('_x.example')}`],
    ['a\\@b.example .', `03614062${nameHex('example')}00`],
  ])('publishes %s', (value, hex) => {
    expect(publishedHex('RP', value)).toBe(hex);
  });

  it.each([
    ['admin.example.net', '1 field'],
    ['admin@example.net .', 'write a dot instead'],
    ['admin..net .', 'empty label'],
    ['admin.example.net a b', '3 fields'],
    ['. a!b.example', 'the TXT name'],
  ])('refuses %s', (value, reason) => {
    expect(refusal('RP', value)).toContain(reason);
  });

  it('shows a dot in a mailbox as an escape', () => {
    const rdata = fromHex(`03612e62${nameHex('example')}00`) ?? new Uint8Array();
    expect(recordValueOf({ typeCode: 17, rdata })).toEqual({
      type: 'RP',
      value: 'a\\.b.example. .',
    });
  });
});
