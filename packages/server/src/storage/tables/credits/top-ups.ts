/** Payments started by customers. Times are machine time. */
import { type EntityOf, integer, nullable, table, text, word } from '@hostmaster/storage';

export const topUps = table('top_ups', {
  id: text(),
  workspaceId: text(),
  /** The actor that requested it. */
  requestedBy: text(),
  amountCents: integer(),
  provider: word<'stripe' | 'sandbox'>(),
  state: word<'created' | 'paid' | 'failed' | 'expired'>(),
  /** Counts the tries that the provider answered with an error; a lost reply repeats the same one. */
  checkoutAttempt: integer(),
  /** The provider's checkout session, once its reply has come. */
  sessionId: nullable(text()),
  /** The URL of the payment page; null until the provider has returned it. */
  payUrl: nullable(text()),
  /** The provider's payment; refunds and disputes name it. */
  paymentRef: nullable(text()),
  transferId: nullable(text()),
  createdAt: integer(),
  /** When the provider was last queried about it. */
  askedAt: integer(),
  settledAt: nullable(integer()),
  /** Null until it is paid, and for a moment after an earlier version settled it. */
  receiptNumber: nullable(integer()),
});

export type TopUp = EntityOf<typeof topUps>;
