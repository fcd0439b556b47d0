import { dayMs } from '@hostmaster/contract/durations';
import { describe, expect, it } from 'vitest';
import { transferBar } from './transfer-bar.ts';

const createdAt = Date.UTC(2030, 0, 1);
const lockMs = 60 * dayMs;

describe('the lock after a registration, a transfer or a change of the owner', () => {
  it.each([
    ['right after the registration', {}, 0, { until: 60, reason: 'registration' }],
    ['in its last millisecond', {}, 60 - 1 / dayMs, { until: 60, reason: 'registration' }],
    ['at its end', {}, 60, null],
    ['after a new owner', { owner: 30 }, 70, { until: 90, reason: 'owner_change' }],
    ['after a transfer', { transfer: 300 }, 310, { until: 360, reason: 'transfer' }],
    ['after both', { transfer: 300, owner: 301 }, 310, { until: 361, reason: 'owner_change' }],
    ['long after all', { transfer: 20, owner: 30 }, 90, null],
  ] as const)('%s', (_, days: { transfer?: number; owner?: number }, nowDay, bar) => {
    const at = (day: number | undefined) => (day === undefined ? null : createdAt + day * dayMs);
    const dates = { createdAt, transferredAt: at(days.transfer), ownerChangedAt: at(days.owner) };
    const now = createdAt + nowDay * dayMs;
    expect(transferBar(dates, { now, lockMs })).toEqual(
      bar === null ? null : { ...bar, until: createdAt + bar.until * dayMs },
    );
  });

  it('ends at once where the setting is zero', () => {
    const dates = { createdAt, transferredAt: null, ownerChangedAt: createdAt };
    expect(transferBar(dates, { now: createdAt, lockMs: 0 })).toBeNull();
  });
});
