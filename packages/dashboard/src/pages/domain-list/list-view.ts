/** Search, filter and order of the list. */

import { dayMs } from '@hostmaster/contract/durations';
import type { ListedDomain } from '../../domains/domains-query.ts';
import { shownName } from '../../domains/shown-name.ts';
import type { ListedStatus } from '../../domains/status-style.ts';
import type { ListFilters, ListSearch, SortColumn } from './list-search.ts';

export type StatusCounts = Readonly<Record<ListedStatus, number>>;

/** Sorted once per order, not once per keystroke. */
export function sortDomains(
  domains: readonly ListedDomain[],
  { sort = 'name', down }: Pick<ListSearch, 'sort' | 'down'>,
): readonly ListedDomain[] {
  const direction = down === true ? -1 : 1;
  const keyed = domains.map((domain) => ({ domain, key: keyOf[sort](domain) }));
  keyed.sort((a, b) => {
    const order = compare(a.key, b.key);
    return order === 0 ? compare(a.domain.name, b.domain.name) : order * direction;
  });
  return keyed.map(({ domain }) => domain);
}

/** ISO instants sort as text. */
const keyOf: Readonly<Record<SortColumn, (domain: ListedDomain) => string>> = {
  name: ({ name }) => (name.includes('xn--') ? plainLetters(shownName(name)) : name),
  expires: (domain) => domain.expiresAt,
  created: (domain) => domain.createdAt,
  status: ({ status }) => status,
  suffix: ({ name }) => suffixOf(name),
  tags: ({ tags }) => tags.join(' '),
  nameservers: ({ nameservers }) => nameservers.join(' '),
  dnssec: ({ isSigned }) => (isSigned ? '0' : '1'),
  // Those that have one come first.
  problem: ({ problem }) => problem ?? '~',
};

/** A registered name is one label below its suffix. */
export function suffixOf(name: string): string {
  return name.slice(name.indexOf('.') + 1);
}

/** Sorts `bücher` beside `bucher`. */
function plainLetters(text: string): string {
  return text.normalize('NFD').replaceAll(/\p{Mark}/gu, '');
}

function compare(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}

/** Matches the Unicode form or the ASCII form. */
export function matchName(
  domains: readonly ListedDomain[],
  text: string | undefined,
): readonly ListedDomain[] {
  const wanted = text?.trim().toLowerCase() ?? '';
  if (wanted === '') return domains;
  return domains.filter(
    ({ name }) =>
      name.includes(wanted) || (name.includes('xn--') && shownName(name).includes(wanted)),
  );
}

/** What the value of each filter demands. */
const matches: {
  readonly [N in keyof ListFilters]-?: (
    domain: ListedDomain,
    value: string,
    now: number,
  ) => boolean;
} = {
  tag: ({ tags }, tag) => tags.includes(tag),
  suffix: ({ name }, suffix) => suffixOf(name) === suffix,
  within: ({ expiresAt }, days, now) => Date.parse(expiresAt) <= now + Number(days) * dayMs,
  nameserver: ({ nameservers }, host) => nameservers.includes(host),
  dnssec: ({ isSigned }, wanted) => isSigned === (wanted === 'on'),
  problem: ({ problem }, wanted) => (wanted === 'any' ? problem !== null : problem === wanted),
};

export function matchFilters(
  domains: readonly ListedDomain[],
  filters: ListFilters,
  now: number,
): readonly ListedDomain[] {
  const wanted = Object.entries(filters) as [keyof ListFilters, string][];
  if (wanted.length === 0) return domains;
  return domains.filter((domain) =>
    wanted.every(([name, value]) => matches[name](domain, value, now)),
  );
}

export function countStatuses(domains: readonly ListedDomain[]): StatusCounts {
  const counts = {
    provisioning: 0,
    active: 0,
    expiring_soon: 0,
    expired: 0,
    deleted: 0,
    failed: 0,
  };
  for (const { status } of domains) counts[status] += 1;
  return counts;
}
