/** The journal of what was sent to a registry; written before the send. */
import { type EntityOf, integer, nullable, table, text } from '@hostmaster/storage';

export const sends = table('sends', {
  id: text(),
  domainId: text(),
  termId: nullable(text()),
  command: text(),
  /** Repeated in every retry: the current expiry of a renewal, which prevents a double renewal. */
  expected: nullable(text()),
  sentAt: integer(),
  outcome: nullable(text()),
  /** Years of an extension, and of a renewal that asked for other years than its term has. */
  years: nullable(integer()),
  /** What the registry answered to a command that it may or may not have carried out. */
  answer: nullable(text()),
});

export type Send = EntityOf<typeof sends>;
