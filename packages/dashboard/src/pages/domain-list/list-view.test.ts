import { describe, expect, it } from 'vitest';
import type { ListedDomain } from '../../domains/domains-query.ts';
import { readListSearch } from './list-search.ts';
import { countStatuses, matchName, sortDomains } from './list-view.ts';

const domains = [
  domain({
    name: 'b.com',
    expiresAt: '2027-03-01T00:00:00.000Z',
    createdAt: '2025-01-01T00:00:00.000Z',
  }),
  domain({ name: 'xn--bcher-kva.org', expiresAt: '2027-01-01T00:00:00.000Z', status: 'expired' }),
  domain({ name: 'a.com', expiresAt: '2027-03-01T00:00:00.000Z', status: 'failed' }),
  domain({ name: 'c.com' }),
];

describe('the list of domains', () => {
  it.each([
    [{}, ['a.com', 'b.com', 'xn--bcher-kva.org', 'c.com']],
    [{ down: true }, ['c.com', 'xn--bcher-kva.org', 'b.com', 'a.com']],
    [{ sort: 'expires' }, ['xn--bcher-kva.org', 'a.com', 'b.com', 'c.com']],
    [{ sort: 'expires', down: true }, ['c.com', 'a.com', 'b.com', 'xn--bcher-kva.org']],
    [{ sort: 'created' }, ['b.com', 'a.com', 'c.com', 'xn--bcher-kva.org']],
  ] as const)('is sorted by %o', (order, names) => {
    expect(sortDomains(domains, order).map(({ name }) => name)).toEqual(names);
  });

  it.each([
    ['', 4],
    ['  ', 4],
    ['.COM', 3],
    ['bücher', 1],
    ['bcher-kva', 1],
    ['nothing', 0],
  ])('has by %o %i names', (text, count) => {
    expect(matchName(domains, text)).toHaveLength(count);
  });

  it('is counted by status', () => {
    expect(countStatuses(domains)).toEqual({
      provisioning: 0,
      active: 2,
      expiring_soon: 0,
      expired: 1,
      deleted: 0,
      failed: 1,
    });
  });

  it('reads its address and leaves out what makes no sense', () => {
    expect(readListSearch({ q: 'shop', status: 'expired', sort: 'expires', down: true })).toEqual({
      q: 'shop',
      status: 'expired',
      sort: 'expires',
      down: true,
    });
    expect(readListSearch({ q: ' ', status: 'gone', sort: 'name', down: 'yes' })).toEqual({});
    expect(readListSearch({ q: 123 })).toEqual({ q: '123' });
  });
});

function domain(facts: Partial<ListedDomain>): ListedDomain {
  return {
    name: 'example.com',
    status: 'active',
    autoRenew: false,
    expiresAt: '2027-06-01T00:00:00.000Z',
    createdAt: '2026-06-01T00:00:00.000Z',
    restorableUntil: null,
    ...facts,
  };
}
