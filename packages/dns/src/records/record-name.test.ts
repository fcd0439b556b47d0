import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { parseRecordName } from './record-name.ts';

const context = { origin: 'example.com' };
const label63 = 'a'.repeat(63);
// With ".example.com" (1 + 11) and two more octets on the wire, 241 characters are the most.
const name241 = `${label63}.${label63}.${label63}.${'a'.repeat(49)}`;

function nameOf(name: string): string {
  const result = parseRecordName(name, context);
  return result.ok ? result.name : `refused: ${result.message}`;
}

describe('parseRecordName', () => {
  it.each([
    ['@', '@'],
    ['', '@'],
    ['example.com', '@'],
    ['example.com.', '@'],
    ['EXAMPLE.com', '@'],
    ['www', 'www'],
    ['WWW', 'www'],
    ['a.b.c', 'a.b.c'],
    ['www.example.com', 'www'],
    ['www.example.com.', 'www'],
    ['example.com.example.com', 'example.com'],
    ['notexample.com', 'notexample.com'],
    ['_acme-challenge', '_acme-challenge'],
    ['_sip._tcp', '_sip._tcp'],
    ['*', '*'],
    ['*.dev', '*.dev'],
    ['*.example.com.', '*'],
    ['1', '1'],
    ['0/26', '0/26'],
    ['1.0/26.example.com.', '1.0/26'],
    ['xn--mnchen-3ya', 'xn--mnchen-3ya'],
    [label63, label63],
    [name241, name241],
  ])('reads %j as %s', (name, expected) => {
    expect(nameOf(name)).toBe(expected);
  });

  it.each([
    ['.', 'not inside example.com'],
    ['www.', 'not inside example.com'],
    ['www.example.net.', 'not inside example.com'],
    ['notexample.com.', 'not inside example.com'],
    ['.example.com', 'empty label'],
    ['a..b', 'empty label'],
    ['.a', 'empty label'],
    ['a.*', '"*" that is not the whole leftmost label'],
    ['a*', '"*" that is not the whole leftmost label'],
    ['**', '"*" that is not the whole leftmost label'],
    ['*.*', '"*" that is not the whole leftmost label'],
    ['-a', 'hyphen'],
    ['a-', 'hyphen'],
    ['a b', 'may only hold'],
    ['a@', 'may only hold'],
    ['a\\.b', 'may only hold'],
    ['a\0', 'may only hold'],
    ['a\n', 'may only hold'],
    [`${label63}a`, 'a label of 64 octets'],
    [`${name241}a`, 'takes 256 octets'],
    ['münchen', 'no domain name can hold'],
    ['\ud800', 'surrogate'],
    ['a'.repeat(100_000), 'longer than any domain name'],
  ])('refuses %j', (name, reason) => {
    expect(nameOf(name)).toMatch(/^refused: /);
    expect(nameOf(name)).toContain(reason);
  });

  it('takes IDN through the caller, one label at a time', () => {
    const toAscii = (label: string) => (label === 'münchen' ? 'xn--mnchen-3ya' : null);
    expect(parseRecordName('*.münchen', { ...context, toAscii })).toEqual({
      ok: true,
      name: '*.xn--mnchen-3ya',
    });
    expect(parseRecordName('☃', { ...context, toAscii })).toMatchObject({ ok: false });
  });

  it('gives one stored form to every spelling', () => {
    const label = fc.stringMatching(/^[a-z0-9_]([a-z0-9_-]{0,8}[a-z0-9_])?$/);
    fc.assert(
      fc.property(fc.array(label, { minLength: 1, maxLength: 5 }), (labels) => {
        const name = labels.join('.');
        fc.pre(name !== 'example.com' && !name.endsWith('.example.com'));
        const full = `${name}.example.com`;
        for (const spelling of [name, name.toUpperCase(), full, `${full}.`]) {
          expect(nameOf(spelling)).toBe(name);
        }
        expect(nameOf(nameOf(name))).toBe(name);
      }),
    );
  });

  it('never throws', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 80 }), (name) => {
        expect(typeof parseRecordName(name, context).ok).toBe('boolean');
      }),
    );
  });
});
