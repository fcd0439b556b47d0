import { describe, expect, it } from 'vitest';
import { readCreditsSearch } from './credits-search.ts';
import { filterOf } from './search-filter.ts';

const now = new Date(2027, 2, 15, 13, 30);

describe('readCreditsSearch', () => {
  it('keeps what makes sense', () => {
    const search = { kind: 'renewal', period: 'custom', from: '2027-01-01', to: '2027-01-31' };
    expect(readCreditsSearch({ ...search, topUp: 'top_1', amount: 12.5 })).toEqual({
      ...search,
      topUp: 'top_1',
      amount: 12.5,
    });
  });

  it('leaves out what does not', () => {
    expect(
      readCreditsSearch({ kind: 'toString', period: 'ever', from: '2027-01-01', amount: -1 }),
    ).toEqual({});
    expect(readCreditsSearch({ period: 'custom', from: '2027-13-01', to: 'x' })).toEqual({
      period: 'custom',
    });
  });
});

describe('filterOf', () => {
  it('begins whole days where the viewer is', () => {
    expect(filterOf({ period: '30d' }, now)).toEqual({
      from: new Date(2027, 1, 14).toISOString(),
    });
    expect(filterOf({ period: 'year' }, now)).toEqual({ from: new Date(2027, 0, 1).toISOString() });
    expect(filterOf({ period: 'lastYear' }, now)).toEqual({
      from: new Date(2026, 0, 1).toISOString(),
      to: new Date(2027, 0, 1).toISOString(),
    });
  });

  it('counts the last day of a custom period', () => {
    const search = { period: 'custom', from: '2027-01-01', to: '2027-01-31' } as const;
    expect(filterOf(search, now)).toEqual({
      from: new Date(2027, 0, 1).toISOString(),
      to: new Date(2027, 1, 1).toISOString(),
    });
  });

  it('is empty without any', () => {
    expect(filterOf({}, now)).toEqual({});
  });
});
