/**
 * Receipts of top-ups, numbered without gaps (docs/adr/0049): the number is taken under the lock of its
 * series, in the change that credits the top-up. Both sides are copied into the receipt.
 */
import { Refusal } from '../base/errors.ts';
import {
  findBillingDetails,
  findReceipt,
  lockReceiptSeries,
} from '../storage/queries/credits/receipts.ts';
import { findWorkspaceById } from '../storage/queries/workspaces/workspaces.ts';
import { insert, type RowWrite, update } from '../storage/row-write.ts';
import type { HostmasterReader } from '../storage/schema.ts';
import { receiptSeries } from '../storage/tables/credits/receipt-series.ts';
import { type BillingParty, type Receipt, receipts } from '../storage/tables/credits/receipts.ts';
import type { TopUp } from '../storage/tables/credits/top-ups.ts';
import type { PaymentServices } from './payment-services.ts';

/** Changes that issue receipts have this key, so that they wait in the process and not in the database. */
export const receiptsKey = 'receipts';

/** What a receipt says besides the payment. */
export interface ReceiptFacts {
  readonly lastNumber: number;
  readonly seller: BillingParty;
  readonly buyer: BillingParty;
}

/** Locks the series until the change is stored: to be loaded last. */
export async function loadReceiptFacts(
  reader: HostmasterReader,
  { seller }: Pick<PaymentServices, 'seller'>,
  workspaceId: string,
): Promise<ReceiptFacts> {
  const buyer = await readBuyer(reader, workspaceId);
  const series = await reader.first(lockReceiptSeries, {});
  if (series === undefined) throw new Error('The series of receipts is missing.');
  return { lastNumber: series.lastNumber, seller, buyer };
}

/** The billing details of a workspace; only its name where it has none. */
export async function readBuyer(
  reader: HostmasterReader,
  workspaceId: string,
): Promise<BillingParty> {
  const [details, workspace] = await Promise.all([
    reader.first(findBillingDetails, { workspaceId }),
    reader.first(findWorkspaceById, { id: workspaceId }),
  ]);
  if (details === undefined) return { name: workspace?.name ?? '', address: [], taxNumber: null };
  const { name, address, taxNumber } = details;
  return { name, address, taxNumber };
}

interface IssuedReceipt {
  readonly number: number;
  readonly rows: readonly RowWrite[];
}

/** The next receipt, in the change that marks the top-up with its number. */
export function issueReceipt(
  { lastNumber, seller, buyer }: ReceiptFacts,
  {
    topUp: { id: topUpId, workspaceId, amountCents, provider },
    ...payment
  }: {
    readonly topUp: TopUp;
    readonly paymentRef: string | null;
    /** Calendar time. */
    readonly paidAt: number;
    readonly issuedAt: number;
  },
): IssuedReceipt {
  const number = lastNumber + 1;
  const receipt = {
    ...{ number, workspaceId, topUpId, amountCents, provider, seller, buyer },
    ...payment,
  };
  return {
    number,
    rows: [
      update(receiptSeries, { id: 1, lastNumber }, { lastNumber: number }),
      insert(receipts, receipt),
    ],
  };
}

/** A receipt of another workspace answers like one that does not exist. */
export async function requireReceipt(
  reader: HostmasterReader,
  wanted: { readonly workspaceId: string; readonly number: string },
): Promise<Receipt> {
  const { workspaceId } = wanted;
  const number = /^[1-9][0-9]{0,14}$/.test(wanted.number) ? Number(wanted.number) : null;
  const receipt =
    number === null ? undefined : await reader.first(findReceipt, { workspaceId, number });
  if (receipt === undefined) {
    throw new Refusal('receipt_not_found', 'No such receipt in this workspace.');
  }
  return receipt;
}

/** The number as people read it. */
export function receiptLabel({ number }: Pick<Receipt, 'number'>): string {
  return `R-${String(number).padStart(6, '0')}`;
}
