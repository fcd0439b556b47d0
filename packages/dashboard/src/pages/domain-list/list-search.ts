/** What the address of the list says; the router reads it before the page is loaded. */
import { type ListedStatus, listedStatuses } from '../../domains/status-style.ts';

export type SortColumn = 'name' | 'expires' | 'created';

export interface ListSearch {
  readonly q?: string;
  readonly status?: ListedStatus;
  readonly sort?: SortColumn;
  readonly down?: true;
}

const sortColumns: readonly SortColumn[] = ['name', 'expires', 'created'];

/** Reads the search parameters; invalid ones are dropped. */
export function readListSearch(search: Readonly<Record<string, unknown>>): ListSearch {
  const status = listedStatuses.find((one) => one === search.status);
  const sort = sortColumns.find((one) => one === search.sort);
  const text = search.q === undefined ? '' : String(search.q);
  return {
    ...(text.trim() === '' ? {} : { q: text }),
    ...(status === undefined ? {} : { status }),
    ...(sort === undefined || sort === 'name' ? {} : { sort }),
    ...(search.down === true ? { down: true } : {}),
  };
}
