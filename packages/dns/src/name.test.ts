import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { names } from './arbitraries.ts';
import { toHex } from './bytes.ts';
import { GrammarError } from './errors.ts';
import { Name } from './name.ts';

describe('Name', () => {
  it.each([
    ['.', '00'],
    ['com', '03636f6d00'],
    ['com.', '03636f6d00'],
    ['a.b', '0161016200'],
    ['a\\.b', '03612e6200'],
    ['\\097', '016100'],
    ['\\000', '010000'],
    ['\\\\', '015c00'],
  ])('reads %s', (text, hex) => {
    expect(toHex(Name.parse(text).wire)).toBe(hex);
  });

  it.each(['', '..', '.a', 'a..b', 'a\\', '\\25', '\\256', '\\é', 'é', 'a'.repeat(64)])(
    'refuses %j',
    (text) => {
      expect(() => Name.parse(text)).toThrow(GrammarError);
    },
  );

  it('reads relative names against an origin', () => {
    const origin = Name.parse('example.com.');
    expect(String(Name.parse('www', origin))).toBe('www.example.com.');
    expect(String(Name.parse('www.', origin))).toBe('www.');
    expect(String(Name.parse('@', origin))).toBe('example.com.');
  });

  it('holds exactly 255 octets', () => {
    const label = 'a'.repeat(63);
    const most = `${label}.${label}.${label}.${'a'.repeat(61)}`;
    expect(Name.parse(most).wire.length).toBe(255);
    expect(() => Name.parse(`${most}a`)).toThrow('256 octets');
  });

  it('compares without regard to ASCII case only', () => {
    expect(Name.parse('WWW.Example.com').equals(Name.parse('www.example.COM'))).toBe(true);
    expect(Name.parse('\\196').equals(Name.parse('\\228'))).toBe(false);
    expect(Name.parse('a.b').equals(Name.parse('a\\.b'))).toBe(false);
  });

  it('compares ancestors by whole labels', () => {
    const zone = Name.parse('example.com');
    expect(Name.parse('example.com').isAtOrBelow(zone)).toBe(true);
    expect(Name.parse('a.EXAMPLE.com').isAtOrBelow(zone)).toBe(true);
    expect(Name.parse('notexample.com').isAtOrBelow(zone)).toBe(false);
    expect(Name.parse('com').isAtOrBelow(zone)).toBe(false);
    expect(zone.isAtOrBelow(Name.root)).toBe(true);
    // One label whose octets end like the wire form of "com".
    expect(Name.parse('x\\003com').isAtOrBelow(Name.parse('com'))).toBe(false);
  });

  it('sorts as RFC 4034, section 6.1 shows', () => {
    const sorted = [
      'example.',
      'a.example.',
      'yljkjljk.a.example.',
      'Z.a.example.',
      'zABC.a.EXAMPLE.',
      'z.example.',
      '\\001.z.example.',
      '*.z.example.',
      '\\200.z.example.',
    ];
    const shuffled = [3, 7, 0, 8, 2, 5, 1, 6, 4].map((at) => Name.parse(sorted[at] ?? ''));
    expect(shuffled.sort((a, b) => a.compare(b)).map(String)).toEqual(sorted);
  });

  it('walks up to the root', () => {
    const name = Name.parse('a.b');
    expect(String(name.parent())).toBe('b.');
    expect(String(name.parent()?.parent())).toBe('.');
    expect(Name.root.parent()).toBeNull();
    expect(String(Name.parse('b').child('a'))).toBe('a.b.');
  });

  it('recognises wildcards', () => {
    expect(Name.parse('*.example').isWildcard).toBe(true);
    expect(Name.parse('a.*.example').isWildcard).toBe(false);
    expect(Name.parse('**.example').isWildcard).toBe(false);
  });

  it('reads back its own text, and orders consistently', () => {
    fc.assert(
      fc.property(names, names, (a, b) => {
        expect(Name.parse(String(a)).wire).toEqual(a.wire);
        expect(a.labelCount).toBe(a.labels().length);
        expect(Math.sign(a.compare(b)) + Math.sign(b.compare(a))).toBe(0);
        expect(a.compare(b) === 0).toBe(a.equals(b));
      }),
    );
  });
});
