/** The publication state of a zone. After a change it is polled often for a while. */
import type { DashboardOutput } from '@hostmaster/contract/dashboard';
import { queryOptions } from '@tanstack/react-query';
import { workspaceClient } from '../../api/client.ts';
import { queryClient } from '../../api/query-client.ts';
import { type DomainPlace, domainKey } from '../../domains/domain-query.ts';

export type Publication = DashboardOutput<'getPublication'>;

const pollMs = 1_000;
/** Warnings about resolved targets arrive shortly after the change. */
const watchMs = 6_000;
/** Polling slows down after this time even when a secondary is behind. */
const secondariesMs = 45_000;

/** Without changes: a secondary may stop answering. */
const quietMs = 30_000;

const changedAt = new Map<string, number>();

function publicationKey(place: DomainPlace) {
  return [...domainKey(place), 'publication'] as const;
}

export function publicationQuery(place: DomainPlace) {
  return queryOptions({
    queryKey: publicationKey(place),
    queryFn: ({ signal }): Promise<Publication> =>
      workspaceClient(place.workspaceId).getPublication({ domain: place.domain }, { signal }),
    refetchInterval: ({ state }) => {
      const sinceMs = Date.now() - (changedAt.get(idOf(place)) ?? 0);
      const isBehind = state.data?.secondaries.some(({ isCurrent }) => !isCurrent) === true;
      return sinceMs < (isBehind ? secondariesMs : watchMs) ? pollMs : quietMs;
    },
  });
}

/** Starts polling after a change of the zone. */
export function watchPublication(place: DomainPlace): void {
  changedAt.set(idOf(place), Date.now());
  void queryClient.invalidateQueries({ queryKey: publicationKey(place) });
}

function idOf({ workspaceId, domain }: DomainPlace): string {
  return `${workspaceId} ${domain}`;
}
