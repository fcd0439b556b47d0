import { dayMs, yearMs } from '@hostmaster/contract/durations';
import { describe, expect, it } from 'vitest';
import { domains } from '../storage/tables/domains/domains.ts';
import { type LifecycleFacts, type LifecycleRules, nextDueAt, nextEvent } from './lifecycle.ts';

const expiresAt = Date.UTC(2030, 4, 17, 12);
const rules: LifecycleRules = {
  expiringSoonMs: 30 * dayMs,
  graceMs: (name) => (name.endsWith('.uk') ? 90 : 30) * dayMs,
};
const domain: LifecycleFacts = {
  name: 'example-name.com',
  state: 'live',
  dueAt: null,
  registration: { expiresAt },
  renewal: {
    autoRenew: false,
    renewalFailed: false,
    renewalTriedAt: null,
    noticedUntil: 0,
    extensionTriedAt: null,
  },
  registry: { registryExpiresAt: null },
  transferOut: { authCodeExpiresAt: null, transferOutUntil: null, zoneUntil: null },
  release: { redemptionUntil: null },
};

/** Everything that happens to a domain when each event is handled at its own time. */
function eventsOf(start: LifecycleFacts): string[] {
  const events: string[] = [];
  let facts = start;
  for (;;) {
    const event = nextEvent(facts, rules);
    if (event === null) return events;
    const days = (event.at - expiresAt) / dayMs;
    events.push(`${event.kind} ${days}`);
    if (event.kind === 'notice') facts = domains.changed(facts, { noticedUntil: event.at });
    if (event.kind === 'auto-renew') facts = domains.changed(facts, { renewalTriedAt: event.at });
    if (event.kind === 'release') facts = domains.changed(facts, { state: 'releasing' });
  }
}

describe('the lifecycle events of a domain', () => {
  it('are notices and the release', () => {
    expect(eventsOf(domain)).toEqual([
      'notice -30',
      'notice -7',
      'notice -1',
      'notice 0',
      'notice 3',
      'release 30',
    ]);
  });

  it('wait while another registrar asks for the domain', () => {
    const at = expiresAt - 20 * dayMs;
    const asked = domains.changed(domain, { autoRenew: true, transferOutUntil: at });
    expect(nextEvent(asked, rules)).toEqual({ kind: 'check-transfer-out', at });
  });

  it('end with the zone of a domain that has left', () => {
    const left = domains.changed(domain, { state: 'released', zoneUntil: expiresAt });
    expect(nextEvent(left, rules)).toEqual({ kind: 'withdraw-zone', at: expiresAt });
    expect(nextEvent(domains.changed(left, { zoneUntil: null }), rules)).toBeNull();
  });

  it('have a daily try to renew from two weeks before until expiry', () => {
    const tries = Array.from({ length: 14 }, (_, i) => `auto-renew ${i - 14}`);
    expect(eventsOf(domains.changed(domain, { autoRenew: true }))).toEqual([
      'notice -30',
      ...tries.slice(0, 7),
      'notice -7',
      ...tries.slice(7, 13),
      'notice -1',
      ...tries.slice(13),
      'notice 0',
      'notice 3',
      'release 30',
    ]);
  });

  it('end later where the suffix has a longer grace period', () => {
    expect(eventsOf({ ...domain, name: 'example-name.co.uk' }).at(-1)).toBe('release 90');
  });

  it('are none while the domain is not live', () => {
    for (const state of ['provisioning', 'releasing', 'released', 'failed'] as const) {
      expect(nextEvent({ ...domain, state }, rules)).toBeNull();
      expect(nextDueAt({ ...domain, state }, rules)).toBeNull();
    }
  });

  it('start again with a new expiry', () => {
    const renewed = domains.changed(domain, {
      noticedUntil: expiresAt + 3 * dayMs,
      autoRenew: true,
    });
    const later = domains.changed(renewed, {
      expiresAt: expiresAt + yearMs,
      renewalTriedAt: expiresAt,
    });
    expect(nextEvent(later, rules)).toEqual({
      kind: 'notice',
      at: expiresAt + 335 * dayMs,
      days: -30,
    });
  });
});

describe('the tries to renew', () => {
  const renewing = domains.changed(domain, {
    autoRenew: true,
    noticedUntil: expiresAt - 7 * dayMs,
  });

  it('are overdue at once when auto-renewal is switched on inside the two weeks', () => {
    expect(nextDueAt(renewing, rules)).toBe(expiresAt - 14 * dayMs);
  });

  it('follow a day after the last one, to the millisecond', () => {
    const triedAt = expiresAt - 5 * dayMs + 1;
    expect(nextDueAt(domains.changed(renewing, { renewalTriedAt: triedAt }), rules)).toBe(
      triedAt + dayMs,
    );
  });

  it('end with the expiry', () => {
    const noticed = domains.changed(renewing, { noticedUntil: expiresAt - dayMs });
    const lastTry = domains.changed(noticed, { renewalTriedAt: expiresAt - dayMs - 1 });
    expect(nextEvent(lastTry, rules)).toEqual({ kind: 'auto-renew', at: expiresAt - 1 });
    const tooLate = domains.changed(noticed, { renewalTriedAt: expiresAt - dayMs });
    expect(nextEvent(tooLate, rules)).toMatchObject({ kind: 'notice', days: 0 });
  });
});
