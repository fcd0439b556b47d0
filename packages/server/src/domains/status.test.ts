import { dayMs, yearMs } from '@hostmaster/contract/durations';
import { describe, expect, it } from 'vitest';
import { domainStatus, type StatusFacts } from './status.ts';

const expiresAt = Date.UTC(2030, 4, 17, 12, 0, 0, 123);
const live: StatusFacts = {
  state: 'live',
  registration: { expiresAt },
  renewal: { renewalFailed: false },
};

function statusAt(now: number, domain: StatusFacts = live, expiringSoonMs = 30 * dayMs) {
  return domainStatus(domain, { now, expiringSoonMs });
}

describe('status', () => {
  it.each([
    ['a year before', expiresAt - yearMs, 'active'],
    ['a millisecond before the last 30 days', expiresAt - 30 * dayMs - 1, 'active'],
    ['30 days before', expiresAt - 30 * dayMs, 'expiring_soon'],
    ['the last millisecond', expiresAt - 1, 'expiring_soon'],
    ['the instant of expiry', expiresAt, 'expired'],
    ['years later', expiresAt + 4_000 * dayMs, 'expired'],
  ] as const)('%s: %s is %s', (_, now, status) => {
    expect(statusAt(now)).toBe(status);
  });

  it('begins to expire when the operator says so', () => {
    const weekMs = 7 * dayMs;
    expect(statusAt(expiresAt - weekMs - 1, live, weekMs)).toBe('active');
    expect(statusAt(expiresAt - weekMs, live, weekMs)).toBe('expiring_soon');
    expect(statusAt(expiresAt - 1, live, 0)).toBe('active');
    expect(statusAt(expiresAt, live, 0)).toBe('expired');
  });

  it('prefers a failed registration to everything', () => {
    for (const renewalFailed of [false, true]) {
      const failed = { ...live, state: 'failed', renewal: { renewalFailed } } as const;
      for (const now of [0, expiresAt - 1, expiresAt, expiresAt + dayMs]) {
        expect(statusAt(now, failed)).toBe('failed');
      }
    }
  });

  it('prefers a failed renewal to expiring, and expiry to a failed renewal', () => {
    const refused = { ...live, renewal: { renewalFailed: true } };
    expect(statusAt(expiresAt - yearMs, refused)).toBe('failed');
    expect(statusAt(expiresAt - 1, refused)).toBe('failed');
    expect(statusAt(expiresAt, refused)).toBe('expired');
  });

  it('is the same while the registry works on the domain', () => {
    for (const state of ['provisioning', 'live'] as const) {
      expect(statusAt(expiresAt - yearMs, { ...live, state })).toBe('active');
      expect(statusAt(expiresAt, { ...live, state })).toBe('expired');
    }
  });

  it('is expired once the domain is given up, also before its date', () => {
    for (const now of [0, expiresAt - 1, expiresAt]) {
      expect(statusAt(now, { ...live, state: 'releasing' })).toBe('expired');
    }
  });
});
