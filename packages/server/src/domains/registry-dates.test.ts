/** Events that follow from a registry expiry that differs from the customer's. */
import { addYears, dayMs } from '@hostmaster/contract/durations';
import { describe, expect, it } from 'vitest';
import { domains } from '../storage/tables/domains/domains.ts';
import { type LifecycleFacts, type LifecycleRules, nextEvent } from './lifecycle.ts';

const expiresAt = Date.UTC(2030, 5, 15, 12);
const plain: LifecycleRules = { expiringSoonMs: 30 * dayMs, graceMs: () => 30 * dayMs };
const renewing: LifecycleRules = { ...plain, autoRenewGraceMs: () => 45 * dayMs };

/** All notices were sent, so that only the registry's expiry matters. */
const domain: LifecycleFacts = {
  name: 'dated.com',
  state: 'live',
  dueAt: null,
  registration: { expiresAt },
  renewal: {
    autoRenew: false,
    renewalFailed: false,
    noticedUntil: expiresAt + 100 * dayMs,
    renewalTriedAt: null,
    extensionTriedAt: null,
  },
  registry: { registryExpiresAt: expiresAt },
  transferOut: { authCodeExpiresAt: null, transferOutUntil: null, zoneUntil: null },
  release: { redemptionUntil: null },
};
const behind = domains.changed(domain, { registryExpiresAt: expiresAt - 10 * dayMs });

describe('time that the registry holds less than we promised', () => {
  it('is bought a week before the registry’s date, and tried daily', () => {
    const at = expiresAt - 17 * dayMs;
    expect(nextEvent(behind, plain)).toEqual({ kind: 'extend', at });
    const tried = domains.changed(behind, { extensionTriedAt: at + 5 });
    expect(nextEvent(tried, plain)).toEqual({ kind: 'extend', at: at + 5 + dayMs });
  });

  it('is not missing within a day, nor where the registry renews automatically', () => {
    const almost = domains.changed(domain, { registryExpiresAt: expiresAt - dayMs });
    expect(nextEvent(almost, plain)?.kind).toBe('release');
    expect(nextEvent(behind, renewing)?.kind).toBe('release');
    expect(nextEvent(domains.changed(domain, { registryExpiresAt: null }), plain)?.kind).toBe(
      'release',
    );
  });
});

describe('a year that the registry adds automatically', () => {
  const lastCall = 43 * dayMs;

  it.each([
    ['not seen yet', expiresAt],
    ['seen', addYears(expiresAt, 1)],
  ])('is given back in time when it was %s', (_, registryExpiresAt) => {
    const late: LifecycleRules = { ...renewing, graceMs: () => 60 * dayMs };
    const at = expiresAt + lastCall;
    expect(nextEvent(domains.changed(domain, { registryExpiresAt }), late)).toEqual({
      kind: 'release',
      at,
    });
    expect(nextEvent(domains.changed(domain, { registryExpiresAt }), renewing)).toEqual({
      kind: 'release',
      at: expiresAt + 30 * dayMs,
    });
  });

  it('counts from the registry’s own date, and never ends what was promised', () => {
    const at = expiresAt - 10 * dayMs + lastCall;
    const late: LifecycleRules = { ...renewing, graceMs: () => 60 * dayMs };
    expect(nextEvent(behind, late)).toEqual({ kind: 'release', at });
    const farBehind = domains.changed(domain, { registryExpiresAt: expiresAt - 50 * dayMs });
    expect(nextEvent(farBehind, renewing)).toEqual({ kind: 'release', at: expiresAt + 30 * dayMs });
  });
});
