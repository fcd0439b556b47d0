/** The details of one domain, shared by every tab of its page. */
import type { DashboardOutput } from '@hostmaster/contract/dashboard';
import { queryOptions, useQuery } from '@tanstack/react-query';
import { workspaceClient } from '../api/client.ts';
import { pollMs } from '../api/live-updates.ts';
import { useWorkspace } from '../api/use-workspace.ts';

export type DomainDetails = DashboardOutput<'getDomainDetails'>['domain'];

/** With what only some roles see. */
export type OwnedDomain = DomainDetails & {
  readonly contact: NonNullable<DomainDetails['contact']>;
};

/** The request of another registrar for a domain. */
export type TransferRequest = NonNullable<DomainDetails['transferOut']>;

/** How often to poll, without events, while the registry processes a registration or renewal. */
const pendingMs = 1_500;

export interface DomainPlace {
  readonly workspaceId: string;
  readonly domain: string;
}

/** The prefix of every query key about one domain. */
export function domainKey({ workspaceId, domain }: DomainPlace) {
  return [workspaceId, 'domain', domain] as const;
}

export function domainDetailsQuery(place: DomainPlace) {
  return queryOptions({
    queryKey: [...domainKey(place), 'details'],
    queryFn: async ({ signal }): Promise<DomainDetails> => {
      const client = workspaceClient(place.workspaceId);
      return (await client.getDomainDetails({ domain: place.domain }, { signal })).domain;
    },
    refetchInterval: ({ state }) => {
      // No event tells that a contact was confirmed.
      if (state.data?.state === 'live' && state.data.isContactPending) return pendingMs;
      return isUnderWay(state.data) ? pollMs(pendingMs) : false;
    },
  });
}

/** A registration or a renewal that the registry has not confirmed yet. */
function isUnderWay(domain: DomainDetails | undefined): boolean {
  return domain?.terms.some(({ state }) => state === 'pending') === true;
}

export function useDomainDetails(domain: string) {
  const { workspaceId } = useWorkspace();
  return useQuery(domainDetailsQuery({ workspaceId, domain }));
}
