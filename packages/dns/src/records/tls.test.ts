import { describe, expect, it } from 'vitest';
import { publishedHex, refusal, warningOf } from './value-expectations.ts';

const sha256 = 'ab'.repeat(32);
const sha512 = 'cd'.repeat(64);

describe('TLS', () => {
  it.each([
    [`3 1 1 ${sha256}`, `030101${sha256}`],
    [`3 1 1 ${sha256.toUpperCase()}`, `030101${sha256}`],
    [`3 1 1 ${sha256.slice(0, 32)} ${sha256.slice(32)}`, `030101${sha256}`],
    [`2 0 2 ${sha512}`, `020002${sha512}`],
    ['0 0 0 3082', '0000003082'],
    ['255 255 255 00', 'ffffff00'],
  ])('publishes %s as TLSA', (value, hex) => {
    expect(publishedHex('TLS', value)).toBe(hex);
    expect(warningOf('TLS', value)).toBeUndefined();
  });

  it.each([
    [`3 1 1 ${sha256}ab`, 'takes 32 octets, not 33'],
    [`3 1 2 ${sha256}`, 'takes 64 octets, not 32'],
    [`256 1 1 ${sha256}`, 'the usage "256"'],
    ['3 1 0 abc', 'even number of hex digits'],
    ['3 1 1', '3 fields'],
    ['any text at all', 'the usage "any"'],
    ['-----BEGIN CERTIFICATE-----', '2 fields'],
    ['"', 'never closed'],
  ])('stores %s without publishing it', (value, reason) => {
    expect(publishedHex('TLS', value)).toBe('none');
    expect(warningOf('TLS', value)).toContain('stored but not published');
    expect(warningOf('TLS', value)).toContain(reason);
  });

  it('refuses nothing but emptiness, control characters and broken text', () => {
    expect(refusal('TLS', '')).toContain('empty');
    expect(refusal('TLS', 'a\nb')).toContain('control character');
    expect(refusal('TLS', '\ud800')).toContain('surrogate');
  });
});
