import { describe, expect, it } from 'vitest';
import { lifecyclePoints } from './lifecycle-points.ts';

const now = Date.parse('2027-06-01T00:00:00.000Z');
const registration = term({ kind: 'registration' });
const life = {
  createdAt: '2026-11-15T00:00:00.000Z',
  terms: [registration],
  expiresAt: '2027-11-15T00:00:00.000Z',
  autoRenewAt: null,
  graceEndsAt: '2027-12-15T00:00:00.000Z',
} as const;

describe('the stations of a life', () => {
  it('go from registration over today to the end', () => {
    expect(lifecyclePoints(life, now).map(({ kind, isPast }) => [kind, isPast])).toEqual([
      ['registered', true],
      ['today', false],
      ['expiry', false],
      ['grace', false],
    ]);
  });

  it('put today where it belongs', () => {
    const late = Date.parse('2027-11-20T00:00:00.000Z');
    const points = lifecyclePoints(life, late);
    expect(points.map(({ kind }) => kind)).toEqual(['registered', 'expiry', 'today', 'grace']);
    expect(points[1]).toMatchObject({ label: 'Expired', isPast: true });
  });

  it('have the next automatic renewal', () => {
    const points = lifecyclePoints({ ...life, autoRenewAt: '2027-11-01T00:00:00.000Z' }, now);
    expect(points[2]).toMatchObject({ kind: 'auto-renewal', at: '2027-11-01T00:00:00.000Z' });
  });

  it.each([
    [[{ years: 2 }], 'Renewed for 2 years'],
    [[{ years: 1 }], 'Renewed for 1 year'],
    [[{ years: 2 }, { years: 1 }], 'Renewed 2 times'],
    [[{ years: 2 }, { years: 1, state: 'pending' }], 'Renewing for 1 year'],
    [[{ years: 2 }, { years: 1, state: 'voided' }], 'Renewed for 2 years'],
  ] as const)('sum up the renewals %o', (renewals, label) => {
    const terms = [registration, ...renewals.map((facts) => term({ kind: 'renewal', ...facts }))];
    const renewed = lifecyclePoints({ ...life, terms }, now).find(({ kind }) => kind === 'renewed');
    expect(renewed?.label).toBe(label);
  });
});

function term(facts: {
  readonly kind: 'registration' | 'renewal';
  readonly years?: number;
  readonly state?: 'pending' | 'posted' | 'voided';
}) {
  return {
    years: 1,
    state: 'posted',
    isAutomatic: false,
    acceptedAt: '2026-12-01T00:00:00.000Z',
    credits: 12,
    ...facts,
  } as const;
}
