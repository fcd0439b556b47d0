/** How receipts and billing details are shown. */
import { isoTime } from '../../base/iso-time.ts';
import { centsToCredits } from '../../base/money.ts';
import { topUpCurrency } from '../../payments/payment-method.ts';
import { receiptLabel } from '../../payments/receipts.ts';
import type { BillingParty, Receipt } from '../../storage/tables/credits/receipts.ts';

export function receiptLine(receipt: Receipt) {
  const { number, amountCents, paidAt, provider } = receipt;
  return {
    number,
    label: receiptLabel(receipt),
    credits: centsToCredits(amountCents),
    paidAt: isoTime(paidAt),
    isTest: provider === 'sandbox',
  };
}

export function receiptView(receipt: Receipt) {
  const { issuedAt, topUpId, paymentRef, seller, buyer } = receipt;
  return {
    ...receiptLine(receipt),
    issuedAt: isoTime(issuedAt),
    currency: topUpCurrency.toUpperCase(),
    topUpId,
    paymentRef,
    seller: billingView(seller),
    buyer: billingView(buyer),
  };
}

export function billingView({ name, address, taxNumber }: BillingParty) {
  return { name, address: [...address], taxNumber };
}
