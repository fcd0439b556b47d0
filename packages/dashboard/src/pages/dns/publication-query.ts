/** How far the zone has come. After a change it is watched for a while, then left alone. */
import type { DashboardOutput } from '@hostmaster/contract/dashboard';
import { queryOptions } from '@tanstack/react-query';
import { workspaceClient } from '../../api/client.ts';
import { queryClient } from '../../api/query-client.ts';
import { type DomainPlace, domainKey } from '../../domains/domain-details.ts';

export type Publication = DashboardOutput<'getPublication'>;

const pollMs = 1_000;
/** Warnings about targets that are looked up come a moment after the change. */
const watchMs = 6_000;
/** Secondaries that are slower than this are named, not waited for. */
const secondariesMs = 45_000;

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
      return sinceMs < (isBehind ? secondariesMs : watchMs) ? pollMs : false;
    },
  });
}

/** The zone has just changed. */
export function watchPublication(place: DomainPlace): void {
  changedAt.set(idOf(place), Date.now());
  void queryClient.invalidateQueries({ queryKey: publicationKey(place) });
}

function idOf({ workspaceId, domain }: DomainPlace): string {
  return `${workspaceId} ${domain}`;
}
