/** What happened last between the service and a secondary about a zone. */
import { type EntityOf, integer, nullable, table, text, word } from '@hostmaster/storage';

export const secondaryExchanges = table('secondary_exchanges', {
  zone: text(),
  secondary: text(),
  notifiedAt: nullable(integer()),
  notifyAnswer: nullable(word<'taken' | 'refused' | 'unanswered'>()),
  /** It asked for a transfer. */
  askedAt: nullable(integer()),
  /** A whole transfer was sent, with this serial. */
  sentAt: nullable(integer()),
  sentSerial: nullable(integer()),
  failedAt: nullable(integer()),
  failure: nullable(text()),
  /** It was asked about the newest change, as a resolver asks; null when the answer was right. */
  sampledAt: nullable(integer()),
  sampleProblem: nullable(text()),
});

export type SecondaryExchange = EntityOf<typeof secondaryExchanges>;
