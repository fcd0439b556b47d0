/** Transfers from other registrars, and what one costs. */
import type { Output } from '@hostmaster/contract';
import type { DashboardOutput } from '@hostmaster/contract/dashboard';
import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query';
import { workspaceClient } from '../../api/client.ts';
import { pollMs } from '../../api/live-updates.ts';

export type Transfer = Output<'listTransfers'>['transfers'][number];
export type TransferOffer = DashboardOutput<'quoteTransfer'>;

const pageSize = 20;
const pendingMs = 3_000;

export function isOpen({ status }: Pick<Transfer, 'status'>): boolean {
  return !['succeeded', 'failed', 'cancelled'].includes(status);
}

export function transfersQuery(workspaceId: string) {
  return infiniteQueryOptions({
    queryKey: [workspaceId, 'transfers'] as const,
    queryFn: async ({ signal, pageParam }) => {
      const before = pageParam === null ? {} : { before: pageParam };
      const input = { limit: pageSize, ...before };
      return (await workspaceClient(workspaceId).listTransfers(input, { signal })).transfers;
    },
    initialPageParam: null as string | null,
    getNextPageParam: (page) => (page.length < pageSize ? null : (page.at(-1)?.id ?? null)),
    refetchInterval: ({ state }) =>
      state.data?.pages.flat().some(isOpen) === true ? pollMs(pendingMs) : false,
  });
}

export function transferOfferQuery(workspaceId: string, domain: string) {
  return queryOptions({
    queryKey: [workspaceId, 'quote', 'transfer', domain],
    queryFn: ({ signal }): Promise<TransferOffer> =>
      workspaceClient(workspaceId).quoteTransfer({ domain }, { signal }),
    staleTime: 0,
  });
}
