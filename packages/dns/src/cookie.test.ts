import { describe, expect, it } from 'vitest';
import { checkServerCookie, makeServerCookie, readCookie } from './cookie.ts';
import { sipHash24 } from './siphash.ts';

const bytes = (hex: string) => Uint8Array.from(Buffer.from(hex, 'hex'));

it('SipHash-2-4 gives the value of its paper', () => {
  const key = Uint8Array.from({ length: 16 }, (_, index) => index);
  const data = Uint8Array.from({ length: 15 }, (_, index) => index);
  expect(Buffer.from(sipHash24(key, data)).toString('hex')).toBe('e545be4961ca29a1');
});

describe('a server cookie', () => {
  const secret = bytes('e5e973e5a6b2a43f48e7dc849e37bfcf');
  const nowSeconds = 1_559_731_985;
  const context = { client: bytes('2464c4abcf10c957'), address: '198.51.100.100', nowSeconds };
  const cookie = bytes('010000005cf79f111f8130c3eee29480');

  it('is the example of RFC 9018, appendix A.1', () => {
    expect(makeServerCookie(secret, context)).toEqual(cookie);
  });

  it('is good for an hour, and renewed after half of it', () => {
    const after = (seconds: number) =>
      checkServerCookie([secret], cookie, { ...context, nowSeconds: nowSeconds + seconds });
    expect([-301, -300, 0, 1_800, 1_801, 3_600, 3_601].map(after)).toEqual([
      'bad',
      'good',
      'good',
      'good',
      'renew',
      'renew',
      'bad',
    ]);
  });

  it('is good for this client, address and secret only; an older secret is renewed', () => {
    const other = bytes('00000000000000000000000000000000');
    expect(checkServerCookie([other], cookie, context)).toBe('bad');
    expect(checkServerCookie([other, secret], cookie, context)).toBe('renew');
    expect(checkServerCookie([secret], cookie, { ...context, address: '198.51.100.101' })).toBe(
      'bad',
    );
    expect(checkServerCookie([secret], cookie, { ...context, client: bytes('00'.repeat(8)) })).toBe(
      'bad',
    );
    for (let at = 0; at < cookie.length; at += 1) {
      const changed = cookie.slice();
      changed[at] = (changed[at] ?? 0) ^ 1;
      expect(checkServerCookie([secret], changed, context)).toBe('bad');
    }
  });
});

it('an option of another length is malformed', () => {
  const lengths = [0, 7, 8, 9, 15, 16, 24, 40, 41];
  expect(lengths.filter((length) => readCookie(new Uint8Array(length)) !== null)).toEqual([
    8, 16, 24, 40,
  ]);
});
