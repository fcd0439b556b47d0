/** One event for one webhook: its state, and what came of the latest attempt. */
import {
  type EntityOf,
  flag,
  integer,
  json,
  nullable,
  table,
  text,
  word,
} from '@hostmaster/storage';

export const webhookDeliveries = table('webhook_deliveries', {
  id: text(),
  webhookId: text(),
  eventId: text(),
  eventType: text(),
  /** Null for a test, whose event is kept here and not in the stream. */
  seq: nullable(integer()),
  testEvent: nullable(json<Readonly<Record<string, unknown>>>()),
  /** Sent as soon as possible, before its turn. */
  prompt: flag(),
  state: word<'pending' | 'delivered' | 'failed'>(),
  attempts: integer(),
  /** When the next attempt is due, machine time. */
  nextAt: integer(),
  attemptedAt: nullable(integer()),
  durationMs: nullable(integer()),
  /** Where the latest attempt went. */
  url: nullable(text()),
  status: nullable(integer()),
  /** The start of the answer's body. */
  answer: nullable(text()),
  problem: nullable(text()),
});

export type WebhookDelivery = EntityOf<typeof webhookDeliveries>;
