import { describe, expect, it } from 'vitest';
import type { ListedDomain } from '../../domains/domains-query.ts';
import { readListSearch } from './list-search.ts';
import { countStatuses, matchFilters, matchName, sortDomains } from './list-view.ts';

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

  it.each([
    [{}, ['a.com', 'b.co.uk']],
    [{ tag: 'web' }, ['a.com']],
    [{ tag: 'nothing' }, []],
    [{ suffix: 'co.uk' }, ['b.co.uk']],
    [{ within: '30' }, ['a.com']],
    [{ nameserver: 'ns2.example.net' }, ['b.co.uk']],
    [{ dnssec: 'on' }, ['b.co.uk']],
    [{ dnssec: 'off' }, ['a.com']],
    [{ problem: 'any' }, ['a.com']],
    [{ problem: 'dnssec' }, []],
    [{ tag: 'web', suffix: 'co.uk' }, []],
  ] as const)('is filtered by %o', (filters, names) => {
    const now = Date.parse('2027-01-01T00:00:00.000Z');
    const soon = '2027-01-20T00:00:00.000Z';
    const listed = [
      domain({ name: 'a.com', expiresAt: soon, tags: ['new', 'web'], problem: 'on_hold' }),
      domain({ name: 'b.co.uk', nameservers: ['ns2.example.net'], isSigned: true }),
    ];
    expect(matchFilters(listed, filters, now).map(({ name }) => name)).toEqual(names);
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
    expect(readListSearch({ within: 30, tag: 'web', suffix: '', dnssec: {} })).toEqual({
      within: '30',
      tag: 'web',
    });
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
    nameservers: ['ns1.example.net'],
    isSigned: false,
    problem: null,
    tags: [],
    ...facts,
  };
}
