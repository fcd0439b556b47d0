/** Checks a list of names, one request for some of them after the other, so that a long list is no burst. */
import type { DashboardOutput } from '@hostmaster/contract/dashboard';
import { useInfiniteQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { useWorkspace } from '../../api/use-workspace.ts';

type Checked = DashboardOutput<'searchDomainList'>['results'][number];

export interface ListSearch {
  readonly names: readonly string[];
  /** What is known so far, in the order of the names. */
  readonly checked: readonly Checked[];
  readonly error: Error | null;
  goOn(): void;
}

/** As many as the service takes in one request. */
const namesPerRequest = 20;

/** Null for no list. */
export function useListSearch(names: readonly string[] | null): ListSearch | null {
  const { api, workspaceId } = useWorkspace();
  const all = names ?? [];
  const { data, error, isFetching, hasNextPage, refetch, fetchNextPage } = useInfiniteQuery({
    queryKey: [workspaceId, 'search-list', all],
    initialPageParam: 0,
    queryFn: ({ pageParam, signal }) =>
      api.searchDomainList(
        { names: all.slice(pageParam, pageParam + namesPerRequest) },
        { signal },
      ),
    getNextPageParam: (_last, _pages, from) =>
      from + namesPerRequest < all.length ? from + namesPerRequest : undefined,
    enabled: names !== null,
    // The preview of the registration asks again; a long list is not checked twice before.
    staleTime: Number.POSITIVE_INFINITY,
  });
  useEffect(() => {
    if (hasNextPage && !isFetching && error === null) void fetchNextPage();
  }, [hasNextPage, isFetching, error, fetchNextPage]);
  if (names === null) return null;
  return {
    names,
    checked: data?.pages.flatMap(({ results }) => results) ?? [],
    error,
    goOn: () => void (data === undefined ? refetch() : fetchNextPage()),
  };
}
