import { dayMs } from '@hostmaster/contract/durations';
import { describe, expect, it } from 'vitest';
import { expiresAt, expiryProblem } from './key-expiry.ts';

const now = new Date(2027, 0, 31, 18, 0).getTime();

describe('expiresAt', () => {
  it('is nothing for what never ends', () => {
    expect(expiresAt({ expiry: 'never', expiryDay: '' }, now)).toBeNull();
  });

  it('counts from now', () => {
    const end = new Date(now + 30 * dayMs).toISOString();
    expect(expiresAt({ expiry: '30d', expiryDay: '' }, now)).toBe(end);
  });

  it('includes the chosen day, where the viewer is', () => {
    const end = new Date(2027, 1, 1).toISOString();
    expect(expiresAt({ expiry: 'day', expiryDay: '2027-01-31' }, now)).toBe(end);
  });
});

describe('expiryProblem', () => {
  it('lets today through, and no day before', () => {
    expect(expiryProblem({ expiry: 'day', expiryDay: '2027-01-31' }, now)).toBeNull();
    expect(expiryProblem({ expiry: 'day', expiryDay: '2027-01-30' }, now)).toBe(
      'Choose today or a later date.',
    );
  });

  it('asks for a day', () => {
    expect(expiryProblem({ expiry: 'day', expiryDay: '' }, now)).toBe('Choose an expiration date.');
    expect(expiryProblem({ expiry: '1y', expiryDay: '' }, now)).toBeNull();
  });
});
