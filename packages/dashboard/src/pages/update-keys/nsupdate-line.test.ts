import { describe, expect, it } from 'vitest';
import { nsupdateLine } from './nsupdate-line.ts';

const life = {
  createdAt: '',
  createdBy: null,
  expiresAt: null,
  revokedAt: null,
  lastUsedAt: null,
  state: 'valid',
} as const;

function line(namePattern: string, types: string[] | null): string | undefined {
  const key = {
    name: 'key.example',
    domains: ['example.com'],
    transfer: false,
    algorithm: 'hmac-sha256',
    isWeak: false,
    namePattern,
    types,
    ...life,
  };
  return nsupdateLine({ key, secret: 'c2VjcmV0' }, { host: '192.0.2.53', port: 5300 })
    .split('\n')
    .find((one) => one.startsWith('update'));
}

describe('nsupdateLine', () => {
  it.each([
    ['*', 'test.example.com.'],
    ['@', 'example.com.'],
    ['www', 'www.example.com.'],
    ['*.dyn', 'test.dyn.example.com.'],
    ['_acme-challenge.*', '_acme-challenge.example.com.'],
    ['a.*.b', 'a.test.b.example.com.'],
    ['host-*', 'host-test.example.com.'],
  ])('names something that %s allows', (pattern, name) => {
    expect(line(pattern, null)).toBe(`update add ${name} 60 TXT "it works"`);
  });

  it('uses a type the key is for', () => {
    expect(line('*', ['MX', 'AAAA'])).toBe('update add test.example.com. 60 AAAA 2001:db8::1');
    expect(line('*', ['MX'])).toBeUndefined();
  });

  it('says who to ask and what for', () => {
    const key = {
      name: 'key.example',
      domains: ['example.com'],
      transfer: false,
      algorithm: 'hmac-sha256',
      isWeak: false,
      namePattern: '*',
      types: null,
      ...life,
    };
    expect(nsupdateLine({ key, secret: 'c2VjcmV0' }, { host: '192.0.2.53', port: 5300 })).toBe(
      [
        "nsupdate -y hmac-sha256:key.example:c2VjcmV0 <<'END'",
        'server 192.0.2.53 5300',
        'zone example.com.',
        'update add test.example.com. 60 TXT "it works"',
        'send',
        'END',
      ].join('\n'),
    );
  });
});
