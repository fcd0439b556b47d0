/** DNSSEC of a domain, asked for again while it is turned on or off. */
import type { Output } from '@hostmaster/contract';
import { queryOptions } from '@tanstack/react-query';
import { workspaceClient } from '../../api/client.ts';
import { type DomainPlace, domainKey } from '../../domains/domain-query.ts';

export type Dnssec = Output<'getDnssec'>['dnssec'];

/** No event announces what a secondary does. */
const pollMs = 3_000;

export function dnssecQuery(place: DomainPlace) {
  return queryOptions({
    queryKey: [...domainKey(place), 'dnssec'],
    queryFn: async ({ signal }): Promise<Dnssec> => {
      const client = workspaceClient(place.workspaceId);
      return (await client.getDnssec({ domain: place.domain }, { signal })).dnssec;
    },
    refetchInterval: ({ state }) => (isUnderWay(state.data) ? pollMs : false),
  });
}

/** Between off and on. */
export function isUnderWay(dnssec: Dnssec | undefined): boolean {
  return dnssec?.state === 'turning_on' || dnssec?.state === 'turning_off';
}
