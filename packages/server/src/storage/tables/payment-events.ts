/** What a payment provider told us. */
import { integer, json, nullable, text } from '../column.ts';
import { type EntityOf, table } from '../table.ts';

export const paymentEvents = table('payment_events', {
  /** The provider's own: an event that comes twice is the same event. */
  id: text(),
  provider: text(),
  type: text(),
  topUpId: nullable(text()),
  /** Machine time. */
  receivedAt: integer(),
  /** Why it could not be followed; null when it was. */
  problem: nullable(text()),
  /** What it says about the payment; nothing about the person who paid. */
  details: json<Readonly<Record<string, unknown>>>(),
});

export type StoredPaymentEvent = EntityOf<typeof paymentEvents>;
