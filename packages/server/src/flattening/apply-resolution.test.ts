import { describe, expect, it } from 'vitest';
import { applyResolution, type KnownTarget } from './apply-resolution.ts';
import type { Resolution } from './resolve-target.ts';

const fresh: KnownTarget = {
  name: 'app.example.net',
  outcome: 'unknown',
  ttlSeconds: 0,
  addresses: [],
  failures: 0,
};
const found: KnownTarget = {
  ...fresh,
  outcome: 'found',
  ttlSeconds: 300,
  addresses: ['192.0.2.1'],
};
const first = Uint8Array.of(192, 0, 2, 1);
const second = Uint8Array.of(192, 0, 2, 2);
const v6 = Uint8Array.of(0x20, 1, 0xd, 0xb8, ...Array(11).fill(0), 1);
const loopback = Uint8Array.of(127, 0, 0, 1);

function apply(known: KnownTarget, resolution: Partial<Resolution>, arePrivateAllowed = true) {
  return applyResolution(
    known,
    { v4: [], v6: [], ttlSeconds: 300, ownZone: null, ...resolution },
    { arePrivateAllowed },
  );
}

describe('applying a resolution to a target', () => {
  it('takes the answer and asks again when its TTL is over', () => {
    expect(apply(fresh, { v4: [second, first, first], v6: [v6] })).toEqual({
      outcome: 'found',
      ttlSeconds: 300,
      addresses: ['192.0.2.1', '192.0.2.2', '2001:db8::1'],
      ownZone: null,
      failures: 0,
      refreshInMs: 300_000,
    });
  });

  it('a TTL is at least a minute and at most a day', () => {
    expect(apply(fresh, { v4: [first], ttlSeconds: 1 })).toMatchObject({
      ttlSeconds: 60,
      refreshInMs: 60_000,
    });
    expect(apply(fresh, { v4: [first], ttlSeconds: 1_000_000 }).ttlSeconds).toBe(86_400);
  });

  it('the same addresses never raise the TTL; a smaller one is taken at once', () => {
    expect(apply(found, { v4: [first], ttlSeconds: 3_600 }).ttlSeconds).toBe(300);
    expect(apply(found, { v4: [first], ttlSeconds: 100 }).ttlSeconds).toBe(100);
    expect(apply(found, { v4: [second], ttlSeconds: 3_600 }).ttlSeconds).toBe(3_600);
  });

  it('no such host: nothing is published', () => {
    expect(apply(found, {})).toMatchObject({ outcome: 'none', addresses: [], failures: 0 });
  });

  it('no resolver answered: the last addresses stay, and retries back off', () => {
    const silent = { v4: null, v6: null };
    const once = apply(found, silent);
    expect(once).toMatchObject({
      outcome: 'found',
      addresses: found.addresses,
      ttlSeconds: 300,
      failures: 1,
      refreshInMs: 5_000,
    });
    expect(apply({ ...found, failures: 4 }, silent).refreshInMs).toBe(80_000);
    expect(apply({ ...found, failures: 400 }, silent).refreshInMs).toBe(300_000);
  });

  it('one family without an answer keeps its own', () => {
    const both = { ...found, addresses: ['192.0.2.1', '2001:db8::1'] };
    expect(apply(both, { v4: [second], v6: null })).toMatchObject({
      addresses: ['192.0.2.2', '2001:db8::1'],
      failures: 1,
    });
  });

  it('private addresses are dropped unless they are allowed', () => {
    const publicAddress = Uint8Array.of(9, 9, 9, 9);
    expect(apply(fresh, { v4: [loopback, publicAddress] }, false).addresses).toEqual(['9.9.9.9']);
    expect(apply(fresh, { v4: [loopback] }, false).outcome).toBe('none');
    expect(apply(fresh, { v4: [loopback] }, true).outcome).toBe('found');
  });
});
