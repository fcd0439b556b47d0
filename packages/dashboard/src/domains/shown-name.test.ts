import { domainToUnicode } from 'node:url';
import { describe, expect, it } from 'vitest';
import { shownName } from './shown-name.ts';

describe('shownName', () => {
  it.each([
    ['example.com', 'example.com'],
    ['xn--bcher-kva.com', 'bücher.com'],
    ['xn--fiqs8s.example', '中国.example'],
    ['xn--mgberp4a5d4ar', 'السعودية'],
    ['xn--ls8h.net', '💩.net'],
    ['xn--80ak6aa92e.com', 'аррӏе.com'],
  ])('shows %s as %s', (name, shown) => {
    expect(shownName(name)).toBe(shown);
  });

  it('agrees with the platform where both have an answer', () => {
    for (const text of [
      'straße',
      'ñandú',
      'ελληνικά',
      '日本語ドメイン',
      'a-ü-b',
      'żółć',
      'қазақстан',
    ]) {
      const { hostname } = new URL(`http://${text}.org`);
      expect(shownName(hostname)).toBe(domainToUnicode(hostname));
    }
  });

  it.each(['xn--!.com', 'xn--99999999.com', 'xn--a-é'])('leaves %s as it is', (name) => {
    expect(shownName(name)).toBe(name);
  });
});
