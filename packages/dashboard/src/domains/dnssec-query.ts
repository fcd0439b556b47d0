/** DNSSEC of a domain, asked for again while it is turned on or off, or its key is replaced. */
import type { Output } from '@hostmaster/contract';
import { queryOptions } from '@tanstack/react-query';
import { workspaceClient } from '../api/client.ts';
import { type DomainPlace, domainKey } from './domain-query.ts';

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
    refetchInterval: ({ state: { data } }) =>
      (isUnderWay(data) && !isShared(data)) || isAsking(data) ? pollMs : false,
  });
}

/** The nameservers of another operator are asked for CDS records for the first time. */
function isAsking(dnssec: Dnssec | undefined): boolean {
  return dnssec?.followCds === true && dnssec.cdsCheckedAt === null;
}

/** Between off and on, between two keys, or between two providers. */
export function isUnderWay(dnssec: Dnssec | undefined): boolean {
  return dnssec !== undefined && dnssec.phase !== null && dnssec.phase !== 'on';
}

export function isRolling(dnssec: Dnssec): boolean {
  return dnssec.state === 'on' && isUnderWay(dnssec) && !isMoving(dnssec);
}

/** Whether the keys of two providers stand beside each other. */
export function isMoving({ state, foreignKeys }: Dnssec): boolean {
  return state === 'on' && foreignKeys.length > 0;
}

/** Whether it waits for the customer. */
function isShared(dnssec: Dnssec | undefined): boolean {
  return dnssec?.phase === 'shared';
}
