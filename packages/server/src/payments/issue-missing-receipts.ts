/**
 * Issues the receipts of top-ups that an earlier version settled, before an upgrade or beside this
 * version, in the order of their payment. Each is a change of its own, under the top-up's lock.
 */
import { noChange } from '../changes/change.ts';
import { persist } from '../changes/persist.ts';
import { findEntryTime } from '../storage/queries/credits/ledger.ts';
import { listWithoutReceipt } from '../storage/queries/credits/receipts.ts';
import { lockTopUp } from '../storage/queries/credits/top-ups.ts';
import { update } from '../storage/row-write.ts';
import { topUps } from '../storage/tables/credits/top-ups.ts';
import type { PaymentServices } from './payment-services.ts';
import { issueReceipt, loadReceiptFacts, receiptsKey } from './receipts.ts';

const pageSize = 100;

export async function issueMissingReceipts(
  services: PaymentServices,
  isStopping: () => boolean = () => false,
): Promise<void> {
  for (;;) {
    const page = await services.database.all(listWithoutReceipt, { limit: pageSize });
    if (page.length === 0) return;
    for (const { id } of page) {
      if (isStopping()) return;
      await issueMissing(services, id);
    }
  }
}

function issueMissing(services: PaymentServices, id: string): Promise<void> {
  return persist(services.database, {
    keys: [receiptsKey],
    owner: '',
    commit: 'alone',
    async load(reader) {
      const topUp = await reader.first(lockTopUp, { id });
      if (topUp?.state !== 'paid' || topUp.receiptNumber !== null) return null;
      const entry = await reader.first(findEntryTime, { id: topUp.transferId ?? '' });
      const issuedAt = await services.calendarNow(reader);
      const facts = await loadReceiptFacts(reader, services, topUp.workspaceId);
      return { topUp, facts, issuedAt, paidAt: entry?.at ?? issuedAt };
    },
    decide(loaded) {
      if (loaded === null) return { answer: undefined, change: noChange };
      const { facts, ...payment } = loaded;
      const { paymentRef } = payment.topUp;
      const { number, rows } = issueReceipt(facts, { ...payment, paymentRef });
      const marked = update(topUps, { id, receiptNumber: null }, { receiptNumber: number });
      return { answer: undefined, change: { rows: [...rows, marked] } };
    },
  });
}
