/** Receipts of top-ups. A row is never changed. Times are calendar time. */
import { type EntityOf, integer, json, nullable, table, text, word } from '@hostmaster/storage';

/** One side of a receipt. */
export interface BillingParty {
  readonly name: string;
  /** Lines. */
  readonly address: readonly string[];
  readonly taxNumber: string | null;
}

export const receipts = table('receipts', {
  number: integer(),
  workspaceId: text(),
  topUpId: text(),
  issuedAt: integer(),
  paidAt: integer(),
  amountCents: integer(),
  provider: word<'stripe' | 'sandbox'>(),
  paymentRef: nullable(text()),
  /** Both sides as they were when it was issued. */
  seller: json<BillingParty>(),
  buyer: json<BillingParty>(),
});

export type Receipt = EntityOf<typeof receipts>;
