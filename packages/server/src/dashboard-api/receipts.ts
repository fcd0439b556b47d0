/** Receipts of top-ups and the billing details of a workspace. */
import { isoTime } from '../base/iso-time.ts';
import { centsToCredits } from '../base/money.ts';
import { changeBilling } from '../operations/credits/change-billing.ts';
import { topUpCurrency } from '../payments/payment-method.ts';
import { receiptPdf } from '../payments/receipt-pdf/receipt-pdf.ts';
import { readBuyer, receiptLabel, requireReceipt } from '../payments/receipts.ts';
import { listReceipts } from '../storage/queries/credits/receipts.ts';
import type { BillingParty, Receipt } from '../storage/tables/credits/receipts.ts';
import type { Handlers } from './dashboard-handler.ts';

const pageSize = 50;

export const receiptHandlers = {
  async setBilling({ persist, call }, { name, address, taxNumber }) {
    return { billing: partyView(await persist(changeBilling(call, { name, address, taxNumber }))) };
  },

  async listReceipts({ services, call }, { before }) {
    const { workspaceId } = call.actor;
    const found = await services.database.all(listReceipts, {
      workspaceId,
      before: before === undefined ? Number.MAX_SAFE_INTEGER : Number(before),
      limit: pageSize,
    });
    const last = found.length === pageSize ? found.at(-1) : undefined;
    return {
      receipts: found.map(lineView),
      next: last === undefined ? null : String(last.number),
      billing: partyView(await readBuyer(services.database, workspaceId)),
    };
  },

  async getReceipt({ services, call }, { number }) {
    const { workspaceId } = call.actor;
    const receipt = await requireReceipt(services.database, { workspaceId, number });
    const { topUpId, paymentRef, issuedAt, seller, buyer } = receipt;
    return {
      receipt: {
        ...lineView(receipt),
        issuedAt: isoTime(issuedAt),
        currency: topUpCurrency.toUpperCase(),
        topUpId,
        paymentRef,
        seller: partyView(seller),
        buyer: partyView(buyer),
      },
    };
  },

  async downloadReceipt({ services, call, offerAs }, { number }) {
    const { workspaceId } = call.actor;
    const receipt = await requireReceipt(services.database, { workspaceId, number });
    const pdf = await receiptPdf(receipt);
    offerAs(`receipt-${receiptLabel(receipt)}.pdf`);
    return pdf;
  },
} satisfies Partial<Handlers>;

function lineView(receipt: Receipt) {
  const { number, amountCents, paidAt, provider } = receipt;
  return {
    number,
    label: receiptLabel(receipt),
    credits: centsToCredits(amountCents),
    paidAt: isoTime(paidAt),
    isTest: provider === 'sandbox',
  };
}

function partyView({ name, address, taxNumber }: BillingParty) {
  return { name, address: [...address], taxNumber };
}
