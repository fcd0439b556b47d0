/** Receipts, newest first, page by page; one receipt; and the billing details of the next ones. */
import type { Output } from '@hostmaster/contract';
import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query';
import { workspaceClient } from '../../api/client.ts';

export type ReceiptsData = Output<'listReceipts'>;
export type ReceiptLine = ReceiptsData['receipts'][number];
export type Receipt = Output<'getReceipt'>['receipt'];
export type BillingParty = Receipt['buyer'];

export function receiptsQuery(workspaceId: string) {
  return infiniteQueryOptions({
    queryKey: [workspaceId, 'receipts'],
    queryFn: ({ signal, pageParam }): Promise<ReceiptsData> =>
      workspaceClient(workspaceId).listReceipts(pageParam === null ? {} : { cursor: pageParam }, {
        signal,
      }),
    initialPageParam: null as string | null,
    getNextPageParam: (page) => page.cursor,
    staleTime: 0,
  });
}

export function receiptQuery(workspaceId: string, number: string) {
  return queryOptions({
    queryKey: [workspaceId, 'receipt', number],
    queryFn: ({ signal }): Promise<Output<'getReceipt'>> =>
      workspaceClient(workspaceId).getReceipt({ number }, { signal }),
  });
}

export function billingQuery(workspaceId: string) {
  return queryOptions({
    queryKey: [workspaceId, 'billing'],
    queryFn: ({ signal }): Promise<Output<'getBilling'>> =>
      workspaceClient(workspaceId).getBilling({}, { signal }),
    staleTime: 0,
  });
}
