import { describe, expect, it } from 'vitest';
import { matchesPattern, parsePattern, parseTypes, scopeObstacle } from './update-key-scope.ts';

describe('patterns', () => {
  it.each([
    ['*', ['@', 'www', 'a.b', '*'], []],
    ['@', ['@'], ['www', '*']],
    ['www', ['www'], ['@', 'a.www', 'www.a', 'wwww']],
    ['*.dyn', ['a.dyn', 'a.b.dyn', '*.dyn'], ['dyn', 'adyn', 'a.dyn.b']],
    [
      '_acme-challenge.*',
      ['_acme-challenge', '_acme-challenge.www', '_acme-challenge.a.b'],
      ['@', 'www', 'x._acme-challenge', '_acme-challenges'],
    ],
    ['a.*.b', ['a.x.b'], ['a.b', 'a.x.y.b']],
    ['host-*', ['host-1', 'host-'], ['host', 'host-1.a']],
    ['_acme-challenge.*.dev', ['_acme-challenge.x.dev'], ['_acme-challenge.dev']],
  ])('%s', (pattern, inside, outside) => {
    expect(parsePattern(pattern, 'example.com')).toBe(pattern);
    for (const name of inside) expect(matchesPattern(pattern, name), name).toBe(true);
    for (const name of outside) expect(matchesPattern(pattern, name), name).toBe(false);
  });

  it('full names inside the domain are relative ones', () => {
    expect(parsePattern('_acme-challenge.WWW.example.com.', 'example.com')).toBe(
      '_acme-challenge.www',
    );
    expect(parsePattern('example.com', 'example.com')).toBe('@');
  });

  it.each(['', '.', 'a..b', 'a*b*c', 'a b', 'a(b', 'ä', 'x'.repeat(64), '\\.'])(
    'refuses %j',
    (text) => {
      expect(parsePattern(text, 'example.com')).toBeNull();
    },
  );
});

describe('types', () => {
  it('are those of records, TLSA for TLS', () => {
    expect(parseTypes('txt, TLSA')).toEqual(new Set(['TXT', 'TLS']));
    expect(parseTypes('alias,TYPE65401')).toEqual(new Set(['ALIAS']));
    expect(parseTypes('SOA')).toBeNull();
    expect(parseTypes('TXT,')).toBeNull();
  });

  it('say why not', () => {
    const scope = { pattern: 'www', types: parseTypes('TXT') };
    expect(scopeObstacle(scope, { name: 'www', typeCode: 16 })).toBeNull();
    expect(scopeObstacle(scope, { name: 'www', typeCode: 1 })).toMatch(/TXT.*not for A/);
    expect(scopeObstacle(scope, { name: 'ftp', typeCode: 16 })).toMatch(/not for ftp/);
    expect(scopeObstacle(scope, { name: 'www', typeCode: 257 })).toMatch(/CAA/);
  });
});
