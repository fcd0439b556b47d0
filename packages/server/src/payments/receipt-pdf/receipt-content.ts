/** What the PDF of a receipt says, as plain texts. */
import { utcDay } from '../../base/iso-time.ts';
import { formatCredits } from '../../base/money.ts';
import type { BillingParty, Receipt } from '../../storage/tables/credits/receipts.ts';
import { topUpCurrency } from '../payment-method.ts';
import { receiptLabel } from '../receipts.ts';

export interface ReceiptContent {
  readonly title: string;
  /** Calendar time. */
  readonly issuedAt: number;
  /** Null for a payment of money. */
  readonly warning: string | null;
  readonly sides: readonly { readonly title: string; readonly lines: readonly string[] }[];
  readonly description: string;
  readonly amount: string;
  readonly details: readonly (readonly [label: string, value: string])[];
}

export function receiptContent(receipt: Receipt): ReceiptContent {
  const { issuedAt, paidAt, amountCents, topUpId, paymentRef, provider } = receipt;
  const label = receiptLabel(receipt);
  return {
    title: `Receipt ${label}`,
    issuedAt,
    warning: provider === 'sandbox' ? 'Test payment in the sandbox. No money was paid.' : null,
    sides: [
      { title: 'From', lines: linesOf(receipt.seller) },
      { title: 'To', lines: linesOf(receipt.buyer) },
    ],
    description: `${formatCredits(amountCents)} ${amountCents === 100 ? 'credit' : 'credits'} added to the balance`,
    amount: `${(amountCents / 100).toFixed(2)} ${topUpCurrency.toUpperCase()}`,
    details: [
      ['Receipt number', label],
      ['Date of payment', utcDay(paidAt)],
      ['Date of issue', utcDay(issuedAt)],
      ['Top-up', topUpId],
      ...(paymentRef === null ? [] : ([['Payment', paymentRef]] as const)),
    ],
  };
}

/** Composed characters: the fonts have them as one. */
function linesOf({ name, address, taxNumber }: BillingParty): readonly string[] {
  const lines = [name, ...address, ...(taxNumber === null ? [] : [`Tax number: ${taxNumber}`])];
  return lines.map((line) => line.normalize('NFC'));
}

/** Every text, for the choice of fonts. */
export function textsOf({ sides, ...content }: ReceiptContent): readonly string[] {
  return [
    ownTexts,
    content.title,
    content.warning ?? '',
    content.description,
    content.amount,
    ...sides.flatMap(({ title, lines }) => [title, ...lines]),
    ...content.details.flat(),
  ];
}

/** What the drawing adds. */
const ownTexts = 'Description Amount Total paid';
