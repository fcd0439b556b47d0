/** The cached records of a domain. */
import { versionOf } from '@hostmaster/sdk';
import { queryOptions } from '@tanstack/react-query';
import { workspaceClient } from '../../api/client.ts';
import { type DomainPlace, domainKey } from '../../domains/domain-query.ts';
import { asRecord, type DnsRecord } from './draft/record-draft.ts';

export interface Records {
  readonly records: readonly DnsRecord[];
  readonly pendingFulfillment: boolean;
  /** For If-Match of a change. */
  readonly version: string;
}

export function recordsKey(place: DomainPlace) {
  return [...domainKey(place), 'records'] as const;
}

export function recordsQuery(place: DomainPlace) {
  return queryOptions({
    queryKey: recordsKey(place),
    queryFn: ({ signal }) => loadRecords(place, signal),
  });
}

/** Loads the current records. */
export async function loadRecords(place: DomainPlace, signal?: AbortSignal): Promise<Records> {
  const { domain, workspaceId } = place;
  const options = signal === undefined ? {} : { signal };
  const answer = await workspaceClient(workspaceId).listRecords({ domain }, options);
  return {
    ...answer,
    records: answer.records.map(asRecord),
    version: versionOf(answer),
  };
}
