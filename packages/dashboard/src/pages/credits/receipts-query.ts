/** Receipts, newest first, page by page, with the billing details; and one receipt. */
import type { DashboardOutput } from '@hostmaster/contract/dashboard';
import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query';
import { workspaceClient } from '../../api/client.ts';

export type ReceiptsData = DashboardOutput<'listReceipts'>;
export type ReceiptLine = ReceiptsData['receipts'][number];
export type Receipt = DashboardOutput<'getReceipt'>['receipt'];
export type BillingParty = Receipt['buyer'];

export function receiptsQuery(workspaceId: string) {
  return infiniteQueryOptions({
    queryKey: [workspaceId, 'receipts'],
    queryFn: ({ signal, pageParam }): Promise<ReceiptsData> =>
      workspaceClient(workspaceId).listReceipts(pageParam === null ? {} : { before: pageParam }, {
        signal,
      }),
    initialPageParam: null as string | null,
    getNextPageParam: (page) => page.next,
    staleTime: 0,
  });
}

export function receiptQuery(workspaceId: string, number: string) {
  return queryOptions({
    queryKey: [workspaceId, 'receipt', number],
    queryFn: ({ signal }): Promise<DashboardOutput<'getReceipt'>> =>
      workspaceClient(workspaceId).getReceipt({ number }, { signal }),
  });
}
