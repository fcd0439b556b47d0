/** Notifications of payment providers. */
import { integer, json, nullable, table, text } from '@hostmaster/storage';

export const paymentNotifications = table('payment_events', {
  /** The provider's event id, which deduplicates repeated deliveries. */
  id: text(),
  provider: text(),
  type: text(),
  topUpId: nullable(text()),
  /** Machine time. */
  receivedAt: integer(),
  /** Why the event could not be applied; null when it was. */
  problem: nullable(text()),
  /** Facts about the payment; no personal data of the payer. */
  details: json<Readonly<Record<string, unknown>>>(),
});
