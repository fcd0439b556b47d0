import { describe, expect, it } from 'vitest';
import { parseRecordValue, type RecordType } from './index.ts';
import { nameHex, publishedHex, refusal, warningOf } from './value-expectations.ts';

const label63 = 'a'.repeat(63);
const name253 = `${label63}.${label63}.${label63}.${'a'.repeat(61)}`;

describe.each<RecordType>(['CNAME', 'NS', 'PTR'])('%s', (type) => {
  it.each([
    ['www.example.net', 'www.example.net'],
    ['www.example.net.', 'www.example.net'],
    ['WWW.Example.NET', 'www.example.net'],
    ['@', 'example.com'],
    ['1-2.example', '1-2.example'],
    [`${label63}.example`, `${label63}.example`],
    [name253, name253],
    [`${name253}.`, name253],
  ])('takes %s', (value, name) => {
    expect(publishedHex(type, value)).toBe(nameHex(name));
  });

  it.each([
    ['.', 'the root'],
    ['192.0.2.1', 'is an address'],
    ['192.0.2.1.', 'is an address'],
    ['2001:db8::1', 'is an address'],
    ['a..b', 'empty label'],
    ['.example.net', 'empty label'],
    ['example.net..', 'empty label'],
    [`${label63}a.example`, 'a label of 64 octets'],
    [`${name253}a`, '254 characters'],
    ['two words.example', 'is not a host name'],
    ['a*b.example', 'is not a host name'],
    ['*.example', 'is not a host name'],
    ['a"b.example', 'is not a host name'],
    ['a\\.b.example', 'is not a host name'],
    ['a;b.example', 'is not a host name'],
    ['https://example.net', 'is not a host name'],
    ['user@example.net', 'is not a host name'],
    ['münchen.example', 'no domain name can hold'],
  ])('refuses %s', (value, reason) => {
    expect(refusal(type, value)).toContain(reason);
  });

  it('warns when one label is read as absolute', () => {
    expect(warningOf(type, 'www')).toContain('"www."');
    expect(warningOf(type, 'www.example.com')).toBeUndefined();
  });

  it('takes IDN through the caller', () => {
    const toAscii = (label: string) => (label === 'münchen' ? 'xn--mnchen-3ya' : null);
    const context = { origin: 'example.com', toAscii };
    expect(parseRecordValue(type, 'www.münchen.de', context)).toMatchObject({ ok: true });
    expect(parseRecordValue(type, '☃.de', context)).toMatchObject({ ok: false });
  });

  it('never lets the caller smuggle dots or raw characters in', () => {
    for (const answer of ['a.b', '', 'ü']) {
      const context = { origin: 'example.com', toAscii: () => answer };
      expect(parseRecordValue(type, 'ü.de', context)).toMatchObject({ ok: false });
    }
  });
});

describe('underscores', () => {
  it.each<RecordType>(['CNAME', 'PTR', 'ALIAS'])('are allowed in the target of %s', (type) => {
    expect(parseRecordValue(type, '_dmarc.example.net', { origin: 'example.com' }).ok).toBe(true);
  });

  it('are refused in the target of NS, which must be a host', () => {
    expect(refusal('NS', '_ns.example.net')).toContain('letters, digits and hyphens');
    expect(refusal('NS', '-a.example.net')).toContain('hyphen');
    expect(refusal('NS', 'a-.example.net')).toContain('hyphen');
  });
});

describe('ALIAS', () => {
  it('is never published itself', () => {
    expect(publishedHex('ALIAS', 'app.example.net')).toBe('none');
  });

  it('follows the rules of host names', () => {
    expect(refusal('ALIAS', '192.0.2.1')).toContain('is an address');
    expect(refusal('ALIAS', '.')).toContain('the root');
  });
});
