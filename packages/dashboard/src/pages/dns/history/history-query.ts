/** The revisions of a zone, in pages. */
import { infiniteQueryOptions } from '@tanstack/react-query';
import { workspaceClient } from '../../../api/client.ts';
import { type DomainPlace, domainKey } from '../../../domains/domain-query.ts';

export function historyQuery(place: DomainPlace) {
  const { workspaceId, domain } = place;
  return infiniteQueryOptions({
    queryKey: [...domainKey(place), 'history'],
    queryFn: ({ signal, pageParam }) =>
      workspaceClient(workspaceId).listHistory(
        { domain, ...(pageParam === null ? {} : { before: pageParam }) },
        { signal },
      ),
    initialPageParam: null as string | null,
    getNextPageParam: (page) => page.next,
    // A change in another tab or by another person shows when this tab is opened.
    staleTime: 0,
  });
}
