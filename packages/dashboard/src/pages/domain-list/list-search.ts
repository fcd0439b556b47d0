/** What the address of the list says; the router reads it before the page is loaded. */
import { type ListedStatus, listedStatuses } from '../../domains/status-style.ts';

const sortColumns = [
  'name',
  'status',
  'expires',
  'created',
  'suffix',
  'tags',
  'nameservers',
  'dnssec',
  'problem',
] as const;
export type SortColumn = (typeof sortColumns)[number];

/** Beside the status and the text that is searched for. */
const filterNames = ['tag', 'suffix', 'within', 'nameserver', 'dnssec', 'problem'] as const;
export type ListFilters = { readonly [N in (typeof filterNames)[number]]?: string };

/** A change of the address that removes them. */
export const noFilters = Object.fromEntries(filterNames.map((name) => [name, undefined]));

export interface ListSearch extends ListFilters {
  readonly q?: string;
  readonly status?: ListedStatus;
  readonly sort?: SortColumn;
  readonly down?: true;
}

/** Reads the search parameters; invalid ones are dropped. */
export function readListSearch(search: Readonly<Record<string, unknown>>): ListSearch {
  const status = listedStatuses.find((one) => one === search.status);
  const sort = sortColumns.find((one) => one === search.sort);
  const text = search.q === undefined ? '' : String(search.q);
  return {
    ...(text.trim() === '' ? {} : { q: text }),
    ...(status === undefined ? {} : { status }),
    ...filtersOf(search),
    ...(sort === undefined || sort === 'name' ? {} : { sort }),
    ...(search.down === true ? { down: true } : {}),
  };
}

/** Those that are set. A value that no domain has matches none. */
export function filtersOf(
  search: {
    readonly [N in keyof ListFilters]?: unknown;
  },
): ListFilters {
  return Object.fromEntries(
    filterNames.flatMap((name) => {
      const value = search[name];
      const isSet = typeof value === 'number' || (typeof value === 'string' && value !== '');
      return isSet ? [[name, String(value)]] : [];
    }),
  );
}
