/** The customer's own nameservers that transfer the zone of a domain. */
import type { Output } from '@hostmaster/contract';
import { queryOptions } from '@tanstack/react-query';
import { workspaceClient } from '../../api/client.ts';
import { type DomainPlace, domainKey } from '../../domains/domain-query.ts';

export type DomainSecondary = Output<'listDomainSecondaries'>['secondaries'][number];

/** No event announces what a server does. */
const pollMs = 5_000;

export function secondariesQuery(place: DomainPlace) {
  const { workspaceId, domain } = place;
  return queryOptions({
    queryKey: [...domainKey(place), 'secondaries'],
    queryFn: async ({ signal }): Promise<readonly DomainSecondary[]> =>
      (await workspaceClient(workspaceId).listDomainSecondaries({ domain }, { signal }))
        .secondaries,
    refetchInterval: ({ state }) => ((state.data?.length ?? 0) > 0 ? pollMs : false),
  });
}
