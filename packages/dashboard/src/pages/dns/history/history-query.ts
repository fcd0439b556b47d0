/** The revisions of a zone, in pages; and what a change of the zone makes outdated. */
import { infiniteQueryOptions } from '@tanstack/react-query';
import { workspaceClient } from '../../../api/client.ts';
import { queryClient } from '../../../api/query-client.ts';
import { type DomainPlace, domainKey } from '../../../domains/domain-query.ts';
import { watchPublication } from '../publication-query.ts';

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

/** After a change of the zone: what is on screen is loaded again. */
export async function refreshZone(place: DomainPlace): Promise<void> {
  watchPublication(place);
  await queryClient.invalidateQueries({ queryKey: [place.workspaceId] });
}
