/**
 * Search while typing: debounced, with older requests aborted and the last results kept until the next
 * ones arrive. A full name is checked first; its other suffixes follow.
 */
import type { DashboardOutput } from '@hostmaster/contract/dashboard';
import { keepPreviousData, useQueries, useQuery } from '@tanstack/react-query';
import { useEffect, useMemo, useState } from 'react';
import { useWorkspace } from '../../api/use-workspace.ts';
import { explainName } from './explain-name.ts';
import { nameInAddress, namesMax, severalNames, variantsOf } from './search-names.ts';
import { useListSearch } from './use-list-search.ts';

export type SearchAnswer = DashboardOutput<'searchDomains'>;
export type SearchResult = SearchAnswer['results'][number];

const debounceMs = 180;

export function useNameSearch(text: string) {
  const { api, workspaceId } = useWorkspace();
  const now = searchedName(text);
  const wanted = useDebounced(now);
  const several = useMemo(() => severalNames(wanted), [wanted]);
  const names = useMemo(() => several?.slice(0, namesMax) ?? null, [several]);
  const asked = (words: string) => ({
    queryKey: [workspaceId, 'search', words],
    queryFn: ({ signal }: { signal: AbortSignal }) =>
      api.searchDomains({ query: words }, { signal }),
  });
  const query = useQuery({
    ...asked(wanted),
    enabled: wanted !== '' && names === null && explainName(wanted) === null,
    placeholderData: keepPreviousData,
  });
  const isCurrent = wanted === now && query.isSuccess && !query.isPlaceholderData;
  const exact = isCurrent && query.data.results.length === 1 ? query.data.results[0] : undefined;
  const label = query.data?.label ?? '';
  const others = useQuery({ ...asked(label), enabled: exact !== undefined && label !== '' });
  const isTaken = exact !== undefined && !exact.available && !exact.isOwn;
  const similar = useQueries({
    queries: isTaken ? variantsOf(exact.domain).map((name) => asked(name)) : [],
  });
  const list = useListSearch(names);
  return {
    query,
    /** The best result for each name of a list; null for one name. */
    list,
    /** Names of the list that are not checked. */
    left: several === null ? 0 : several.length - (names?.length ?? 0),
    /** The results belong to the current text. */
    isCurrent,
    /** The result for the full name that was typed. */
    exact,
    /** Free names like the one that is taken. */
    variants: similar.flatMap(({ data }) => data?.results.filter((each) => each.available) ?? []),
    others: exact && others.data?.results.filter(({ domain }) => domain !== exact.domain),
  };
}

/** What is searched for; a list is split later. */
function searchedName(text: string): string {
  return severalNames(text) === null ? nameInAddress(text).trim() : text.trim();
}

/** The value after a pause in typing; an empty value takes effect at once. */
function useDebounced(value: string): string {
  const [debounced, setDebounced] = useState(value);
  useEffect(() => {
    const timer = setTimeout(() => setDebounced(value), value === '' ? 0 : debounceMs);
    return () => clearTimeout(timer);
  }, [value]);
  return debounced;
}
