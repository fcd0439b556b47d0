import { describe, expect, it } from 'vitest';
import { balanceLine, shortFrom } from './forecast-line.ts';

const days = [
  { at: '2027-01-02T00:00:00.000Z', credits: 10.1 },
  { at: '2027-01-05T00:00:00.000Z', credits: 10.2 },
];
const span = {
  from: Date.parse('2027-01-01T00:00:00.000Z'),
  until: Date.parse('2027-01-31T00:00:00.000Z'),
};

describe('balanceLine', () => {
  it('falls in steps and loses no cent', () => {
    expect(balanceLine(20, days, span).map(({ balance }) => balance)).toEqual([
      20, 20, 9.9, 9.9, -0.3, -0.3,
    ]);
  });

  it('reaches from one end to the other', () => {
    const points = balanceLine(20, [], span);
    expect(points.map(({ at }) => at)).toEqual([span.from, span.until]);
  });

  it('keeps what is overdue at the beginning', () => {
    const overdue = [{ at: '2026-12-01T00:00:00.000Z', credits: 5 }];
    expect(balanceLine(20, overdue, span)[2]).toEqual({ at: span.from, balance: 15 });
  });
});

describe('shortFrom', () => {
  it('names the first day that is not covered', () => {
    expect(shortFrom(20, days)).toBe('2027-01-05T00:00:00.000Z');
    expect(shortFrom(5, days)).toBe('2027-01-02T00:00:00.000Z');
  });

  it('is null when everything is covered, to the cent', () => {
    expect(shortFrom(20.3, days)).toBeNull();
  });
});
