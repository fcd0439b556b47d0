import { dayMs } from '@hostmaster/contract/durations';
import { describe, expect, it } from 'vitest';
import { transferBar } from './transfer-lock.ts';

const createdAt = Date.UTC(2030, 0, 1);
const lockMs = 60 * dayMs;

describe('the lock after a registration or a change of the owner', () => {
  it.each([
    ['right after the registration', null, 0, { until: 60, reason: 'registration' }],
    ['in its last millisecond', null, 60 - 1 / dayMs, { until: 60, reason: 'registration' }],
    ['at its end', null, 60, null],
    ['after a new owner', 30, 70, { until: 90, reason: 'owner_change' }],
    ['long after both', 30, 90, null],
  ] as const)('%s', (_, changedDay, nowDay, bar) => {
    const ownerChangedAt = changedDay === null ? null : createdAt + changedDay * dayMs;
    const now = createdAt + nowDay * dayMs;
    expect(transferBar({ createdAt, ownerChangedAt }, { now, lockMs })).toEqual(
      bar === null ? null : { ...bar, until: createdAt + bar.until * dayMs },
    );
  });

  it('ends at once where the setting is zero', () => {
    const dates = { createdAt, ownerChangedAt: createdAt };
    expect(transferBar(dates, { now: createdAt, lockMs: 0 })).toBeNull();
  });
});
