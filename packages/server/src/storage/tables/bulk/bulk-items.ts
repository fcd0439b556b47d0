/** The domains of a bulk operation, each with what was planned for it or what came of it. */
import { type EntityOf, integer, nullable, table, text, word } from '@hostmaster/storage';

export const bulkItems = table('bulk_items', {
  id: text(),
  bulkId: text(),
  position: integer(),
  domain: text(),
  /** `ready` until its operation was carried out or refused. */
  state: word<'ready' | 'done' | 'failed'>(),
  /** The round in which it was planned last. */
  round: integer(),
  /** The planned price, which is the highest that is accepted; or what was debited. */
  priceCents: integer(),
  /** The code and the sentence of the refusal; null unless it failed. */
  code: nullable(text()),
  message: nullable(text()),
  /** The id of its activity entry; null unless it is done. */
  operationId: nullable(text()),
});

export type BulkItem = EntityOf<typeof bulkItems>;
