/** Search, filter and order of the list. */

import type { ListedDomain } from '../../domains/domains-query.ts';
import { shownName } from '../../domains/shown-name.ts';
import type { ListedStatus } from '../../domains/status-style.ts';
import type { ListSearch, SortColumn } from './list-search.ts';

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
};

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
